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
