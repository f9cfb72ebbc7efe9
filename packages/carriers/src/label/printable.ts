/** Pure: what of a text a label prints, and the scripts that it has no font for. */

/** Emoji with what joins and colours them. The signs ©, ® and ™ are letters here. */
const EMOJI =
  /(?:(?![©®™])\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}])[\u200d\u20e3\ufe0e\ufe0f]*/gu

/** Characters that belong to emoji, and stay behind those with a digit: 1️⃣ is 1. */
const EMOJI_PARTS = /[\u20e3\ufe0e\ufe0f]/g

/** Control, private and unassigned characters, direction overrides. */
const NOT_PRINTED = /[\u202a-\u202e\u2066-\u2069\p{Cc}\p{Cn}\p{Co}]/gu

/** Drops what has no place on a label, lone surrogates too. */
export const toPrintable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(EMOJI, ' ')
    .replaceAll(EMOJI_PARTS, '')
    .replaceAll(NOT_PRINTED, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Letters, marks and digits of scripts without a font: see `FAMILIES`. Rare characters of the others may be missing, too. */
const WITHOUT_FONT =
  /(?=[\p{L}\p{M}\p{Nd}])[^\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Deva}\p{scx=Arab}\p{scx=Hebr}\p{scx=Thai}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Armn}\p{scx=Geor}\p{scx=Beng}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Gujr}\p{scx=Guru}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Laoo}\p{scx=Mymr}\p{scx=Ethi}\p{sc=Zyyy}\p{sc=Zinh}]/u

/** Whether a label prints squares in place of a part of the text. */
export const hasUnprintable = (text: string): boolean => WITHOUT_FONT.test(text)
