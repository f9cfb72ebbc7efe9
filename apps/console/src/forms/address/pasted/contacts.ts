/** Pure: the e-mail address and the phone number in lines of text, which are removed from them. */
const EMAIL = /[^\s,;<>:()@]{1,64}@[^\s,;<>()@]{1,190}\.[a-z]{2,}/i
const EMAIL_LABEL = /(?:e-?mail|mailto|courriel|correo)[ :.]*$/i
const PHONE_LABEL =
  /^(?:(?:daytime |day |home |work |numer )?(?:tele(?:phone|fon|fono|foon)|phone(?: number)?|tel(?:\.? ?(?:no|nr))?|t[eé]l(?:[eé]phone)?|mobile?|mob|cell|cel|handy|tlf|tfno|telem[oó]vel|tel\.? ?kom|kom|fono|t[eé]l[eé]f[oó]n[oe]?|ph|gsm|contact(?: no)?|[mtp](?=[.:])|whats ?app|puh|móvil|celular|โทร|电话|電話|手机|手機|전화|연락처|тел|טל|☎|📞|s[ií]mi|puhelin|no\.? ?hp|s[ốo] đi[ệe]n tho[ạa]i|đt|sđt|τηλέφωνο|κινητό|電話番号|연락처|τηλ|телефон|моб|telefonu|portable)(?: ?(?:number|nummer|nr|no|#|n[º°]|m[oó]vil|mobile?|portable|fijo|celular))?)[\s.:]*(?=[+(\d])/iu
const SIGNS = /^\+?[\d\s()/.-]{5,24}\d(?:\s*\(?(?:x|#|ext(?:n|ension)?\.?|poste|доб\.?|durchwahl)\s*\d{1,6}\)?)?$/iu
/** `Emily Chen (415) 555-0132`. */
const BEHIND_NAME = /^(\p{L}[\p{L}. '’-]{2,60}?)\s+((?:\+|\(?\d)[\d\s()/.-]{7,22}\d)$/u
const BOX = /\b(?:box|postfach|apartado|postbus|caixa postal|b\.?p\.?)$/i
const ZIP_PLUS_4 = /^\d{5}-\d{4}$/
const FEWEST_DIGITS = 9
const MOST_DIGITS = 15

interface Contacts {
  email?: string
  phone?: string
}

/** Whether a text without a label is a phone number: longer than any post code, or in international form. */
function isPhone(text: string, isNumberOfLocker: boolean): boolean {
  if (/^(?:\d{3,4} \d{4}|\d{2,3}(?: \d{2}){3}|\d{3} \d{3} \d{3}|\d{2} \d{3} \d{2} \d{2})$/.test(text)) return true
  if (!SIGNS.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  if (digits < FEWEST_DIGITS || digits > MOST_DIGITS) return false
  if (/^(?:\+|\(?0)/.test(text)) return true
  // A ZIP+4 has nine digits.
  return digits > FEWEST_DIGITS && !isNumberOfLocker
}

export function takeContacts(lines: string[]): Contacts {
  const found: Contacts = {}
  const isLocker = lines.some((line) => /packstation|postfiliale/i.test(line))
  for (const [index, line] of lines.entries()) {
    const email = EMAIL.exec(line)
    if (email !== null) {
      found.email ??= email[0]
      const before = line.slice(0, email.index).replace(EMAIL_LABEL, '')
      lines[index] = `${before} ${line.slice(email.index + email[0].length)}`
    }
    const pieces = (lines[index] ?? '').split(/([,;<>|]|\s{2,})/)
    for (const [at, piece] of pieces.entries()) {
      const text = piece.trim().replace(/^\(?\s*(?=\+)/, '')
      const number = text.replace(PHONE_LABEL, '')
      const isLabelled = number !== text && SIGNS.test(number)
      const [, name = '', behind = ''] = BEHIND_NAME.exec(text) ?? []
      if (isLabelled || isPhone(text, isLocker)) {
        found.phone ??= number
        pieces[at] = ''
      } else if (isPhone(behind, isLocker) && !ZIP_PLUS_4.test(behind) && !BOX.test(name)) {
        found.phone ??= behind
        pieces[at] = name
      }
    }
    const rest = pieces.join('')
    lines[index] = rest === line ? line : rest.replace(/^[\s,;<>|]+|[\s,;<>|]+$/g, '')
  }
  const rest = lines.filter((line) => line !== '')
  lines.splice(0, lines.length, ...rest)
  return found
}
