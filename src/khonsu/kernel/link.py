"""How rules get into entries: linked once and optimised once, in the entry that calls them.

Left alone, Numba finishes every function that it meets on its way: it links and optimises it together with all that it
calls, makes machine code of it and of two wrappers for callers that it never has, and does so again one level up. For
rules that call rules that call rules this is most of the time a game takes to compile. Here a rule stays raw until an
entry is finished, which takes in everything it needs, however deep.

A compiler's pipeline can be chosen for each function, that much is Numba's public interface; the code libraries are
not. `tests/test_kernel.py` checks what is relied on, and `pyproject.toml` bounds the version.
"""

from __future__ import annotations

from typing import Any, ClassVar

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one rule, as it was translated."""

    def finalize(self) -> None:
        """Nothing is linked, optimised or made executable here."""
        self._raise_if_finalized()
        self._finalized = True


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry with that of all rules it needs."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Link the rules that the linked rules call, too, then optimise the whole."""
        needed, found = list(self._linking_libraries), dict[Any, None]()
        while needed:
            library = needed.pop()
            if library not in found:
                found[library] = None
                if isinstance(library, RuleLibrary):
                    needed += library._linking_libraries
        self._linking_libraries = list(found)
        super().finalize()


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):  # type: ignore[misc]
    """Translate a rule, and let callers find it."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """The last step of a rule.

        That it needs no wrappers could be a setting of each rule, but Numba compiles what rules use of its own, such as
        `max`, anew for every set of settings it meets; here, at the end, nothing sees it.
        """
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        made = state["cr"]
        # Callers know a compiled function by its object; this one cannot be called and never is.
        known_by = _dynfunc.make_function(
            made.fndesc.lookup_module(), made.fndesc.qualname.split(".")[-1], "a rule", 0, made.env, (state.library,)
        )
        state.targetctx.insert_user_function(known_by, made.fndesc, [state.library])
        state["cr"] = made._replace(cfunc=known_by)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):  # type: ignore[misc]
    """Translate an entry and link all that it needs."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """The last step of an entry."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class _Compiler(CompilerBase):  # type: ignore[misc]
    """Numba's own pipeline with another last step."""

    lowering: ClassVar[type[NativeLowering]]

    def define_pipelines(self) -> list[Any]:
        """The passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(self.lowering if one is NativeLowering else one, why) for one, why in passes.passes]
        return [passes]


class RuleCompiler(_Compiler):
    """For rules, which only compiled code calls."""

    lowering = RuleLowering


class EntryCompiler(_Compiler):
    """For everything that is called from Python."""

    lowering = EntryLowering
