/** Pure: the names and the street in the lines that remain of a pasted address. */

interface Recipient {
  name?: string
  company?: string
  address_line_1?: string
  address_line_2?: string
}

const COMPANY =
  /(?:^|[\s.,&-])(?:ges\.? ?m\.? ?b\.? ?h|ltd|limited|p?llc|llp|inc|incorporated|plc|gmbh|mbh|ag|kg|kgaa|ohg|ug|e\.? ?v|s\.?a\.?r\.?l|sas|s\.?a|s\.?p\.?a|b\.?v|n\.?v|s\.?r\.?l|s\.?l|s\.?l\.?u|lda|ltda|oyj?|ab|asa|a\/s|aps|as|hf|ehf|co|company|corp|corporation|pty|pvt|sp\. ?z ?o\. ?o|s\.?r\.?o|a\.?s|kft|zrt|bt|d\.?o\.?o|sia|uab|oü|sdn\.? ?bhd|bhd|de c\.?v|group|hotel|universit(?:y|y hospital|ät|é|à)|hospital|klinikum|krankenhaus|college|school|ministry|council|museum|library|s\.c|store|shop|bank|gallery|studio|restaurant|ltd\.? ?şti|a\.?ş|ооо|тов|sprl|scrl|bvba|vof|eirl|eurl|s\.?n\.?c|sci|gbr|e\. ?k|e\. ?u|eood|ood|еоод|оод|ао|тоо|eireli|spa|sac|k\.?k|pte)\.?$/i
const COMPANY_FIRST =
  /^(?:s\.?a\.?r\.?l\.? |sas |eurl |earl |gaec |scea |sci |uab |sia |oü |\S*universit\S* |\S*klinikum|\S*krankenhaus|h[oô]pital |ospedale |pt\.? |cv\.? |sc |hotel |firma |praxis |kanzlei |klinik |apotheke |fa\. |ип |ао |пао |зао |тоо |m\/s\.? |spett\.?le |ristorante |restaurant |ooo |ооо |тов )|株式会社|有限会社|合同会社|公司|주식회사|\(주\)|㈜/i
export const ATTENTION =
  /^(?:attn|attention|att|fao|f\.a\.o|z\.? ?hd\.?(?: v(?:on|\.))?|zu h[aä]nden(?: von)?|t\.?a\.?v|ter attentie van|c\.a|alla c\.a\.?(?: di)?|[aà] l['’]attention de|a\/a|at\.te|a la atenci[oó]n de|a\/c|v\/)[.: ]+\s*(?=\p{L})/iu
const FLAT =
  /^(?:postfach$|case postale$|(?:shop|stall|kiosk|nave|local) [a-z]?\d+|flat|apartment|apartamento|apto|apt|lgh|appartement|appt|unit|suite|ste|rd(?= \d)|floor|room|rm|office|building|bldg|block|[csdw]\/o|chez (?:m|mr|mme|mlle)|presso|p\/a|r[eé]s(?:idence)?(?=[. ]|$)|bei (?:fam(?:ilie|\.)|frau|herrn)|app\.?|etage|stock|hinterhaus|vorderhaus|seitenfl|b[aâ]timent|b[aâ]t\.?|[eé]tage|piso|depto|dpto|interno|scala|kat|daire|level|lvl|tower|\d{1,2}(?:st|nd|rd|th) floor|\d{1,2}\/f|\d{1,2}\.? ?(?:og|eg|stock|etage))\b|^#/i
const KEEPER = /^(?:[csdw]\/o|bei |chez |presso |p\/a )/i
const BUILDING =
  /^\p{L}[^\d]*\b(?:heights|mansions?|tower|building|house|court|residences?|residency|plaza|condominium|apartments)\b/iu
/** A building or quarter, which is no company. */
const PLACE =
  /\b(?:werkstatt|empfang|buchhaltung|einkauf|versand|workshop|accounts|wareneingang|warenannahme|\w*lager|goods[ -]in|receiving|warehouse|depot|reception|magazzino|almac[eé]n|entrep[oô]t|department|dept|abteilung|abt|rectory|vicarage|pol(?:[ií]gono|\. ?ind)|zone (?:industrielle|artisanale|d['’]activit[eé]s)|zona industriale?|industriegebiet|gewerbe(?:park|gebiet)|lotissement|contrada|lieu[- ]dit|hameau|localit[aà]|r[eé]sidence|residency|house|court|heights|tower|building|villas?|urb|urbanizaci[oó]n|barrio|estate|park|cottage|farm|manor|lodge|haus|geb[aä]ude|edificio|ed|immeuble|imm|palazzo|condominio|conjunto|torre|quarter|mansions?|gardens?)\b|^[sdwc]\/o\b/iu
/** Words of streets that are written behind the name: `Heidestraße`, `Kungsgatan`. */
const STREET_ENDING =
  /\p{L}(?:straße|strasse|str\.|weg|platz|gasse|allee|ufer|damm|gade|vej|gata|gatan|vägen|veien|straat|laan|kade|gracht|katu|tie)(?=[\s,\d]|$)/iu
const STREET =
  /\b(?:street|st|road|rd|avenue|ave|av|lane|ln|drive|dr|way|blvd|boulevard|rue|calle|via|rua|carrera|jalan|jl|ulica|ul|straße|strasse|str|weg|platz|square|place|place|close|terrace|highway|hwy|box)\b/i
/** Countries where the number is before the street. */
const NUMBER_FIRST = new Set(['US', 'CA', 'GB', 'AU', 'NZ', 'IE', 'PR'])
/** Ranks of sailors and airmen, whose digit is no house number. */
const RANK = /^(?:PO|SN|SPC|AO|CWO|WO|CW)\d\b/
const TITLE =
  /^(?:frau|herrn?|mr|mrs|ms|miss|mme|mlle|m|monsieur|madame|sig|sig\.ra|signora?|sra?|señora?|dr|familie)\.?$/iu
const HONORIFIC = /\s*(?:様|さま|先生|收|님|귀하|御中)$/u

const hasDigit = (text: string): boolean => /\d/.test(text)

/** A line with a number is the street; what is above it are names, what is below it belongs to it. */
export function readRecipient(lines: string[], country: string): Recipient {
  const found: Recipient = {}
  const attention = lines.findIndex((line) => ATTENTION.test(line))
  const isAddressed = attention !== -1
  takeTitle(lines)
  if (isAddressed) found.name = (lines.splice(attention, 1)[0] ?? '').replace(ATTENTION, '')
  const street = findStreet(lines, isAddressed)
  const above = lines.slice(0, street)
  const flat = above.findIndex((line) => FLAT.test(line))
  const isName = (line: string, index: number): boolean =>
    !FLAT.test(line) &&
    (flat === -1 || index < flat) &&
    index < (isAddressed ? 1 : 2) &&
    !((hasDigit(line) || (index > 0 && (PLACE.test(line) || isStreet(line)))) && !isCompany(line) && !RANK.test(line))
  const names = above.filter(isName)
  setNames(found, { names, isAddressed })
  const rest = above.filter((line, index) => !isName(line, index))
  const below = lines.findIndex((line, index) => index > street && isCompany(line) && !hasDigit(line))
  if (names.length === 0 && !isAddressed && below !== -1) found.company = lines.splice(below, 1)[0] ?? ''
  const first = lines[street]
  if (first !== undefined) found.address_line_1 = first
  const second = [...rest, ...lines.slice(street + 1)].join(', ')
  if (second !== '') found.address_line_2 = second
  return found.name === undefined && found.company === undefined && NUMBER_FIRST.has(country) ? splitName(found) : found
}

export const isCompany = (line: string): boolean => COMPANY.test(line) || COMPANY_FIRST.test(line)

const isStreet = (line: string): boolean => STREET.test(line) || STREET_ENDING.test(line)

function findStreet(lines: readonly string[], isAddressed: boolean): number {
  const isNumbered = (line: string, index: number): boolean =>
    hasDigit(line) && !FLAT.test(line) && !(index === 0 && lines.length > 1 && (isCompany(line) || RANK.test(line)))
  const numbered = lines.findIndex(isNumbered)
  if (numbered !== -1) {
    if (BUILDING.test(lines[numbered] ?? '')) {
      const next = lines.findIndex((line, index) => index > numbered && /^\d/.test(line))
      if (next !== -1) return next
    }
    if (/^\d{6,10}$/.test(lines[numbered] ?? '')) {
      const next = lines.findIndex((line, index) => index > numbered && hasDigit(line))
      if (next !== -1) return next
    }
    if (!isStreet(lines[numbered] ?? '')) {
      const next = lines.findIndex((line, index) => index > numbered && isNumbered(line, index) && isStreet(line))
      if (next !== -1) return next
    }
    return numbered
  }
  const flat = lines.findIndex((line) => FLAT.test(line) && !KEEPER.test(line))
  if (flat !== -1) return flat
  if (lines.length < 2) return 0
  if (lines.length > 2 && KEEPER.test(lines[1] ?? '')) return 2
  // Two names are rare without a company or `Attn`.
  const hasTwoNames = lines.length > 2 && lines.slice(0, 2).some(isCompany) && !isAddressed
  return hasTwoNames ? 2 : 1
}

function setNames(found: Recipient, { names, isAddressed }: { names: string[]; isAddressed: boolean }): void {
  const [first, second] = names.map((name) => name.replace(HONORIFIC, ''))
  if (first === undefined) return
  if (isAddressed) {
    found.company = first
    return
  }
  if (isCompany(first)) {
    found.company = first
    if (second !== undefined) found.name = second
    return
  }
  found.name = first
  if (second !== undefined) found.company = second
}

/** A title that has a line for itself is left out, and `Ada Byron c/o Weber` is two lines. */
function takeTitle(lines: string[]): void {
  if (lines.length > 2 && TITLE.test(lines[0] ?? '')) lines.shift()
  const [, name, keeper] = /^(\p{L}[^\d]{2,60}?),? ((?:c\/o|presso|p\/a) .+)$/iu.exec(lines[0] ?? '') ?? []
  if (name !== undefined && keeper !== undefined) lines.splice(0, 1, name, keeper)
}

/** `Mary Jones 742 Evergreen Terrace`. */
function splitName(found: Recipient): Recipient {
  const [, name, street] =
    /^(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}.'’-]*){1,2}) (\d+[a-z]? .+)$/u.exec(found.address_line_1 ?? '') ?? []
  if (name === undefined || street === undefined || STREET.test(name)) return found
  return { ...found, name, address_line_1: street }
}
