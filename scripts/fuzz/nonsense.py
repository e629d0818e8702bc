"""What nobody should send: texts, numbers, JSON, forms and frames that are odd or broken."""

from __future__ import annotations

import json
import random
import re
import struct
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote_from_bytes

FORGED = "FORGED"  # a line of the log that begins so was written by a visitor
WORDS = (
    *("", " ", "\0", "a\0b", "²", "٣", "𝟕", "-1", "+1", " 7 ", "1_0", "0x10", "1e309", "nan", "inf", "-0.0", "null"),
    *(
        "true",
        "[]",
        "{}",
        "'",
        '"',
        "\\",
        "' or 1=1 --",
        "%",
        "%s%n",
        "%00",
        "%ff",
        "{{7*7}}",
        "${7*7}",
        "{who}",
        "{0}",
    ),
    *("<script>alert(1)</script>", "../../../etc/passwd", "..\\..", "/etc/passwd", "//evil.example", "C:\\", "\x7f"),
    *("\u202eevil", "\u200b\u200b", "\ufeff", "\u00a0", "e" + "\u0301" * 200, "👑" * 9, "\ud800", "\udfff\ud800", "ß"),
    *("İ", "\r\n", f"\n{FORGED}", f"x\r\n{FORGED}: 1", "\x1b[31m", "A" * 25, "A" * 33, "A" * 81, "A" * 401, "A" * 5000),
    *("9" * 19, "9" * 20, "9" * 21, "9" * 5000, "A" * 70_000, "person", "bot:level9", "program", "open"),
)
NUMBERS = (
    *(0, 1, -1, 2, 7, 255, 256, 2**15, 2**31 - 1, 2**31, 2**31 + 1, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63)),
    *(10**30, 10**400, -(10**4000), 0.5, -0.0, 1e-320, 1e308, float("inf"), float("-inf"), float("nan"), 1.0, 3.0),
)
PIECES = ("-", "x", ",", "=", "+", "?", "99999999", "-99999999", "-999999999999", "²", "9" * 5000, "", " ")
BYTES = (b"", b"\0", b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\r\n", b'"', b"9" * 25)
LARGE = (4080, 4096, 70_000, (1 << 20) - 20, 1 << 20, 2 << 20)
FAREWELLS = (b"", b"x", b"\x03\xe8", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff")


def word(chance: random.Random) -> str:
    """A text that nobody expects."""
    if chance.random() < 0.8:
        return chance.choice(WORDS)
    most = chance.choice((0x7F, 0xFFF, 0x10FFFF))
    return "".join(chr(chance.randint(0, most)) for _ in range(chance.randint(1, 40)))


def raw(text: str) -> bytes:
    """A text as bytes, even one that has none by right."""
    return text.encode(errors="surrogatepass")


def thing(chance: random.Random, depth: int = 0) -> Any:
    """Any value of JSON."""
    kind = chance.randrange(8)
    if kind < 3:
        return word(chance)
    if kind < 5:
        return chance.choice(NUMBERS)
    if kind == 5 or depth > 3:
        return chance.choice((None, True, False))
    inside = [thing(chance, depth + 1) for _ in range(chance.choice((0, 1, 3, 12)))]
    return inside if kind == 6 else {word(chance)[:99] + str(i): value for i, value in enumerate(inside)}


def twisted(chance: random.Random, value: Any) -> Any:
    """The same with one place replaced, left out or added."""
    how = chance.randrange(6)
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(list(value))
        if how == 0:
            return {key: kept for key, kept in value.items() if key != name}
        return {**value, word(chance): thing(chance)} if how == 1 else {**value, name: twisted(chance, value[name])}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        if how == 0:
            return value * chance.choice((2, 5, 200))
        return [twisted(chance, kept) if i == place else kept for i, kept in enumerate(value)]
    return thing(chance)


def as_json(chance: random.Random, value: Any) -> bytes:
    """A value as JSON, or nearly."""
    how = chance.randrange(30)
    if how == 0:
        deep = chance.choice((60, 600, 1200, 20_000, 40_000))
        nest = chance.choice((b"[" * deep + b"]" * deep, b'{"a":' * deep + b"1" + b"}" * deep, b"[" * deep))
        return json.dumps({**value, "options": 0}).encode()[:-2] + nest + b"}" if isinstance(value, dict) else nest
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5)
    if how == 1:
        return text.encode(chance.choice(("utf-16", "utf-32", "utf-8-sig")), "surrogatepass")
    return damaged(chance, raw(text)) if how < 5 else raw(text)


def damaged(chance: random.Random, data: bytes) -> bytes:
    """Bytes of which some were lost, changed or added."""
    for _ in range(chance.choice((1, 1, 3))):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice((0, 1, 1, 8, 10**6)))
        data = data[:at] + chance.choice((*BYTES, data[:2000])) + data[to:]
    return data


def reworded(chance: random.Random, text: str) -> str:
    """A text of the same form in which something else stands."""
    parts = re.findall(r"\d+|\w|\W", text) or [""]
    if chance.random() < 0.3:
        parts = parts[: chance.randint(1, 4)]
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        place = chance.randrange(len(parts))
        parts[place : place + chance.choice((0, 1, 1))] = [chance.choice((*parts, *PIECES))]
    return "".join(parts)


# -- forms -------------------------------------------------------------------------------------------------------------


def form(chance: random.Random, fields: Iterable[tuple[str, str]]) -> tuple[str, bytes]:
    """Fields as a form, with its content type; now and then a byte is wrong."""
    pairs = [(raw(name), raw(value)) for name, value in fields]
    if chance.random() < 0.5:
        quoted = ((quote_from_bytes(name), quote_from_bytes(value)) for name, value in pairs)
        kind, body = "application/x-www-form-urlencoded", "&".join(f"{name}={value}" for name, value in quoted).encode()
    else:
        kind, body = multipart([(b'name="%s"' % name, value) for name, value in pairs])
        if chance.random() < 0.1:
            body = body.replace(b'"\r\n', b'"; filename="%s"\r\nContent-Type: image/png\r\n' % raw(word(chance)), 1)
    return kind, damaged(chance, body) if chance.random() < 0.05 else body


def multipart(parts: Iterable[tuple[bytes, bytes]]) -> tuple[str, bytes]:
    """Parts as they stand in a form that can hold files."""
    body = b"".join(b"--b0\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % part for part in parts)
    return "multipart/form-data; boundary=b0", body + b"--b0--\r\n"


# -- frames ------------------------------------------------------------------------------------------------------------


def framed(payload: bytes, opcode: int = 1, first: int = 0x80, masked: int = 0x80) -> bytes:
    """One frame as it goes over the wire; its mask changes nothing."""
    size = len(payload)
    if size < 126:
        length = bytes([masked | size])
    else:
        length = struct.pack("!BH", masked | 126, size) if size < 1 << 16 else struct.pack("!BQ", masked | 127, size)
    return bytes([first | opcode]) + length + (b"\0\0\0\0" if masked else b"") + payload


def frame(chance: random.Random, message: Any) -> bytes:
    """A message as a frame, or as what is none."""
    payload = as_json(chance, message)
    how = chance.randrange(20)
    if how == 0:
        return framed(payload, opcode=2)
    if how == 1:
        return framed(b'{"kind": "%s"}' % (b"x" * chance.choice(LARGE)))
    if how == 2:
        return broken_frame(chance, payload)
    return framed(damaged(chance, payload) if how == 3 else payload)


def broken_frame(chance: random.Random, payload: bytes) -> bytes:
    """What the protocol does not allow, or hardly."""
    how = chance.randrange(9)
    if how == 0:
        return framed(payload, first=0xC0)  # a bit that nobody has agreed on
    if how == 1:
        return framed(payload, opcode=chance.choice((0, 3, 7, 11, 15)))
    if how == 2:
        return framed(payload, masked=0)
    if how == 3:
        return framed(payload[:9], first=0) + framed(payload[9:], opcode=0)  # in two parts
    if how == 4:
        return framed(payload, first=0) * 3  # three beginnings
    if how == 5:
        return framed(b"x" * 126, opcode=9)  # a ping that is too long
    if how == 6:
        return framed(b"x" * 125, opcode=9) * 20
    return framed(chance.choice(FAREWELLS), opcode=8) if how == 7 else framed(payload) + b"\xff" * 9
