/** Pure: what of a text a label prints, and whether it has a font for all of it. */
import { hasGlyph } from './glyphs.ts'

/** Emoji with what joins and colours them. The signs ©, ® and ™ are letters here. */
const EMOJI =
  /(?:(?![©®™])\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}])[\u200d\u20e3\ufe0e\ufe0f]*/gu

/** Characters that belong to emoji, and stay behind those with a digit: 1️⃣ is 1. */
const EMOJI_PARTS = /[\u20e3\ufe0e\ufe0f]/g

/** Control, private and unassigned characters, direction overrides. */
const NOT_PRINTED = /[\u202a-\u202e\u2066-\u2069\p{Cc}\p{Cn}\p{Co}]/gu

/** Bold, italic and other letters and digits of formulas, which some write names with: 𝐀𝐧𝐧𝐚 is printed as Anna. */
const MATHEMATICAL =
  /[\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2128\u212c-\u212d\u212f-\u2131\u2133\u2134\u{1d400}-\u{1d7ff}]/gu

/** Letters in black circles and squares, such as 🅰: emoji for some of them. */
const BLACK_LETTERS = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu

/** `A` for 🅐 and 🅰. */
const toLetter = (letter: string): string =>
  String.fromCodePoint(0x41 + (((letter.codePointAt(0) ?? 0) - 0x1f150) % 0x20))

/** Drops what has no place on a label, lone surrogates too. */
export const toPrintable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(MATHEMATICAL, (letter) => letter.normalize('NFKC'))
    .replaceAll(BLACK_LETTERS, toLetter)
    .replaceAll(EMOJI, ' ')
    .replaceAll(EMOJI_PARTS, '')
    .replaceAll(NOT_PRINTED, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Whether a label prints squares in place of a part of the text, or leaves out a mark. */
export const hasUnprintable = (text: string): boolean =>
  Array.from(toPrintable(text)).some((character) => !hasGlyph(character))
