/** Pure: numbers as spreadsheets of many countries write them. */

/**
 * `1,25` and `1.234,5` with a point, as spreadsheets of many countries write them, and `1,234.5` without its comma. `1,250` can
 * be either, and stays a text, which is refused.
 */
export function toDecimal(text: string): string {
  if (/^[1-9]\d{0,2},\d{3}$/.test(text)) return text
  if (/^\d{1,3}(,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '')
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  // `.5` is half of one.
  return /^\d*,\d+$|^\.\d+$/.test(text) ? text.replace(',', '.').replace(/^\./, '0.') : text
}
