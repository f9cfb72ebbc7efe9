/** Pure: which texts the API searches for. */

/** The shortest text. */
export const MIN_SEARCH_LENGTH = 3
const SHORT_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Chinese, Japanese and Korean names have one or two characters. */
export const isSearchable = (text: string): boolean =>
  text.trim().length >= MIN_SEARCH_LENGTH || SHORT_SCRIPTS.test(text)
