// Partners who play one side: one is asked, the other proposes.
import { fill } from "./side.js";

// The buttons that come before the choices: to accept a proposal, or to leave it to the other.
export function counsel(state, words, button, { choose, leave }) {
  const { advises, proposal } = state;
  if (advises !== null) {
    const left = proposal !== null && proposal.step === null;
    const made = button(fill(words.leave_to, { who: advises }), "undo", leave);
    made.setAttribute("aria-pressed", String(left));
    return [made];
  }
  if (!proposal || !state.choices.some(choice => choice.id === proposal.step)) return [];
  const label = fill(words.accept, { who: proposal.by, what: proposal.label });
  const made = button(label, "main accept", () => choose(proposal.step));
  return [made];
}

// What was said, in a sentence; empty if nothing was.
export function said({ advises, proposal, confirm }, words) {
  if (!proposal || confirm) return "";
  if (proposal.step === null) return advises === null ? fill(words.left_to_you, { who: proposal.by }) : words.you_leave;
  return advises === null ? "" : fill(words.you_propose, { what: proposal.label });
}

// Where the proposal stands on the board.
export function mark(stage, { proposal }) {
  for (const element of stage.querySelectorAll(".proposed")) element.classList.remove("proposed");
  if (proposal?.step !== null && proposal) stage.querySelector(`.choice[data-step="${proposal.step}"]`)?.classList.add("proposed");
}
