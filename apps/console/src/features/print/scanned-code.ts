/** Pure: what a scanner or a person has entered. */

export type Code = { kind: 'booking' | 'shipment'; id: string } | { kind: 'text'; text: string }

/** An id of ours, else a tracking number or an order reference. Scanners add blanks and control characters. */
export function readCode(entered: string): Code {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send them around the code
  const text = entered.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim()
  if (/^bkg_[0-9a-z]{26}$/i.test(text)) return { kind: 'booking', id: text.toLowerCase() }
  if (/^shp_[0-9a-z]{26}$/i.test(text)) return { kind: 'shipment', id: text.toLowerCase() }
  return { kind: 'text', text }
}
