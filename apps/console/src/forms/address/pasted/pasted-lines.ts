/** Pure: the lines and parts of a pasted text, without headings and labels. */
import { plainText } from '@waybill/sdk/sheets/countries/plain-text'

/** A piece between commas. Pieces of one line of the address have one number. */
export interface Part {
  text: string
  line: number
}

/** Characters of a text that are read. */
const LONGEST_ADDRESS = 1_000

const HEADING =
  /^(?:ship(?:ping)?(?: to| address)?|deliver(?:y)?(?: to| address)?|deliver to|send to|recipient|address|to|lieferadresse|versandadresse|lieferanschrift|adresse de livraison|livraison|direcci[oó]n de env[ií]o|enviar a|indirizzo di spedizione|spedire a|afleveradres|verzendadres|bezorgadres|leveringsadresse|leveransadress|adres dostawy|endere[cç]o de entrega|morada de entrega|toimitusosoite|お届け先|配送先|收货地址|收件人|받는 ?사람|배송지)\s*[:：]?$|^(?:an|à|para|aan|till|til|do|do:)\s*:$/iu
const ENDS_IN_COLON = /\p{L}\s*:$/u
const LEADING = /^(?:ship(?:ping)? (?:to|address)|deliver(?:y)? (?:to|address)|send to|to|recipient)\s*[:：]\s*/i

/** Fields by the words before a colon. */
const labels: Record<string, string> = {
  name: 'jmeno|jmeno a prijmeni|meno|nume|nume si prenume|nev|nimi|ad soyad|adi soyadi|nama|nama penerima|ho ten|ho va ten|ονοματεπωνυμο|имя|фио|пiб|받는사람|수령인|이름|성명|宛名|ชื่อ|buyer|receiver|consignee|addressee|contact person|shipping name|delivery name|your name|destinataire|destinatario|ontvanger|odbiorca|mottaker|modtager|mottagare|vastaanottaja|prijemce|cimzett|alici|saaja|primatelj|получатель|одержувач|παραληπτης|customer|customer name|client|kunde|cliente|ship to|deliver to|name|full name|recipient|recipient name|contact|contact name|empfanger|vorname nachname|nom|nom complet|nombre|nome|naam|navn|namn|imie i nazwisko|nombre completo|nome completo|姓名|收件人|收货人|お名前|氏名',
  company:
    'company|company name|organization|organisation|business|firma|societe|entreprise|empresa|azienda|bedrijf|foretag',
  street:
    'plz ort|plz stadt|floor|building|flat|room|block|level|tower|ulice|alamat|đia chi|주소|ที่อยู่|street name|n|no|numer|number|numero|n de rue|hausnummer|hausnr|nr|logradouro|numero|gade|vej|gate|osoite|adresa|cim|адрес|адреса|διευθυνση|complemento bairro|code postal ville|zip city|city state zip|address|street|street address|shipping address|delivery address|address line|line|address1|strasse|strasse hausnummer|anschrift|adresse|rue|direccion|calle|endereco|rua|indirizzo|via|straat|adres|ulica|adress|gatuadress|address2|apt|apartment|unit|suite|bairro|colonia|barrio|district|complemento|adresszusatz|complement d adresse|地址|收货地址|住所',
  first_name: 'first name|vorname|prenom|given name|voornaam|fornavn|fornamn|imie',
  last_name:
    'last name|surname|family name|nachname|nom de famille|apellido|apellidos|sobrenome|cognome|achternaam|etternavn|efternavn|efternamn|nazwisko',
  city: 'city|localite|localitate|orasul?|kota|thanh pho|ilce|municipality|town city suburb|city suburb|suburb city|ort stadt|stadt ort|wohnort|comune|localita|concelho|woonplaats|postort|miejscowosc|mesto|varos|sehir|kaupunki|город|місто|πολη|ciudad localidad|localidad ciudad|municipio|municipality city|town|town city|city town|suburb|ort|stadt|ville|ciudad|poblacion|cidade|citta|plaats|stad|by|miasto|localidad',
  province:
    'state|judet|provinsi|il|prov|uf|state region|county state|state county|province state|province region|region state|provincia estado|estado provincia|departement|departamento|kanton|canton|province|state province|county|region|bundesland|provincia|estado|provincie|wojewodztwo',
  post_code:
    'zip|zip postal code|postal zip code|zip postcode|postcode zip|postal code zip|zip code postal code|npa|kode pos|postcode plaats|τκ|우편번호|รหัสไปรษณีย์|cod postal|ma buu chinh|eircode|kod|postnr|psc|irsz|iranyitoszam|codice postale|posta kodu|postinumero|индекс|індекс|c p|codigo postal cp|zipcode|postcode|post code|postal code|plz|postleitzahl|code postal|cp|cep|cap|pin|pincode|pin code|codigo postal|kod pocztowy|postnummer|邮编|郵便番号',
  country:
    'country|country region|country territory|maa|negara|quoc gia|tara|ulke|orszag|zeme|krajina|страна|країна|χωρα|territory|region country|land region|pays region|pais region|land|pays|pais|paese|kraj|国家|国',
}
const labelled = new Map(
  Object.entries(labels).flatMap(([field, names]) => names.split('|').map((name) => [plainText(name), field] as const)),
)

/** `Street 2` as `Street`; of `PLZ/Ort`, which are two, the value is a line of the address. */
function findField(label: string): string | undefined {
  const known = (text: string) => labelled.get(plainText(text).replace(/ (?:\d|number|no|s)$/, ''))
  const whole = known(label)
  if (whole !== undefined) return whole
  const parts = label.split(/\s*[/&+]\s*|\s+(?:and|or|und|u\.|et|en|y|e|i|og|och)\s+/iu).map(known)
  if (parts.length < 2 || parts.includes(undefined)) return undefined
  return new Set(parts).size === 1 ? parts[0] : 'street'
}

/** `Name - Ada` on several lines is `Name: Ada`. */
const DASHED = /^(\p{L}[^:：\d-]{0,25}) [-–=] (?=\S)/u
function withColons(lines: readonly string[]): readonly string[] {
  const isLabelled = (line: string) => findField(DASHED.exec(line)?.[1] ?? '') !== undefined
  return lines.filter(isLabelled).length < 3 ? lines : lines.map((line) => line.replace(DASHED, '$1: '))
}

/** `Name: Ada; City: Paris` with two known labels is two lines. */
function splitLabels(line: string): string[] {
  const pieces = line.split(/[;,|](?=\s*[^:：;,|\d]{2,30}[:：])/u)
  const known = pieces.filter((piece) => findField(/^([^:：]{1,40})[:：]/u.exec(piece)?.[1] ?? '') !== undefined)
  return known.length > 1 ? pieces : [line]
}

/** Lines of an order or a message that are beside its address. */
const NOISE =
  /^(?:(?:thanks|thank you|many thanks|regards|best regards|kind regards|cheers|danke|vielen dank|merci|gracias|grazie|obrigad[oa])[.,! ]*$|(?:order|invoice|tracking|package|parcel|reference|customer (?=no|nr|number|id))(?: ?(?:no|nr|number|id|date|total))?\.?\s*[:#№]|(?:sub-?total|total|qty|quantity|payment|vat|tax|sku|date|weight|items?|shipping method|delivery method|ship(?:ped)? via|bestellnummer|bestellung|commande|pedido|ordine|zamówienie)\b[^:#]{0,20}[:#№])/i

/** `Hi, please send it to my work: …` and `…. Thanks, Joe` around an address in one line. */
const REQUEST =
  /^(?:(?:please|could you|can you|kindly|pls|bitte)\s+)+(?:send|ship|deliver|post)(?: (?:it|this|them|the \p{L}+))?(?: to)?:?\s+(?=\p{L})|^(?:my|our|the) (?:new )?address is:?\s+|^[^\d:]{0,60}\b(?:send|ship|deliver|post|forward|schick\p{L}*|senden|liefer\p{L}*|envoye\p{L}*|livre\p{L}*|enviar?|spedi\p{L}*)\b[^\d:]{0,40}:\s+(?=\S)/iu
const THANKS =
  /[.!;]\s+(?:thanks|thank you|many thanks|cheers|kind regards|best regards|regards|danke|vielen dank|merci|gracias|grazie|obrigad[oa])\b[^\d]{0,40}$/iu

const clean = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/[\s,;]+/g, (space) => (/[,;]/.test(space) ? space : ' '))
    .replace(/^[\s,;]+|[\s,;]+$/g, '')

/** Lines are also written with signs between them; a slash alone is between a town and its province. */
const LINE_ENDS = /\r?\n|[\r\t•·]|\s\|\s|<br ?\/?>/

/** The digits of a script follow one another from zero. */
function digitValue(sign: string): number {
  const code = sign.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

/** Signs of full width become those of normal width. */
const narrow = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replace(/[\u3000\u00a0\u2007\u202f]/g, ' ')
    .replace(/[、،]/g, ',')
    .replace(/؛/g, ';')
    // Digits of Arabic, Persian, Indian and Thai scripts.
    .replace(/[^\P{Nd}\d]/gu, (sign) => String(digitValue(sign)))
    .replace(/[\u2010\u2011\u2212]/g, '-')
    // Name and number behind a Chinese address.
    .replace(
      /(?<=[号室楼层栋座幢號樓層棟])[ ](?=\d{6}[ ])|(?<=[号室楼层栋座幢號樓層棟]|[ ]\d{6})[ ](?=[\p{scx=Hani}]{2,4}(?:[ ,]|$))|(?<=[\p{scx=Hani}])[ ](?=1\d{10}(?!\d))/gmu,
      ',',
    )

export interface PastedLines {
  lines: string[]
  /** Values with a label before them. */
  labelled: Partial<Record<'name' | 'company' | 'city' | 'province' | 'post_code' | 'country', string>>
}

/** The lines below the last heading, and the values that have labels. */
export function readLines(text: string): PastedLines {
  const all = withColons(narrow(text.slice(0, LONGEST_ADDRESS)).split(LINE_ENDS))
    .flatMap(splitLabels)
    .map((line) => clean(line.replace(REQUEST, '').replace(THANKS, '')))
    .filter((line) => line !== '' && !NOISE.test(line))
  const heading = all.findLastIndex(
    (line, index) => index < all.length - 1 && (HEADING.test(line) || ENDS_IN_COLON.test(line)),
  )
  const found: Record<string, string> = {}
  const lines = all.slice(heading + 1).flatMap((whole) => {
    const line = whole.replace(LEADING, '')
    const [, label = '', value = ''] = /^(\p{L}[^:：]{0,29})[:：]\s*(.+)$/u.exec(line) ?? []
    const field = findField(label)
    // `Contact` is also the label of a phone number.
    if (field === undefined || (field === 'name' && !/\p{L}/u.test(value))) return [line]
    // `Recipient: Ada Byron, 1 Main St, Boston`.
    const isWhole = field === 'name' && /\d/.test(value) && value.includes(',')
    if (isWhole || field === 'street' || field in found) return [value]
    found[field] = value
    return []
  })
  const { first_name: first, last_name: last, ...others } = found
  // `Prénom` and `Nom` are two names, `Nom` alone is the whole.
  const name = [first, last ?? (first && others.name)].filter(Boolean).join(' ')
  return { lines: splitSlashes(lines), labelled: name === '' ? others : { ...others, name } }
}

/** `PSC 1000 BOX 1000 / APO, AE 10101 / USA`, and with hyphens. */
function splitSlashes(lines: string[]): string[] {
  const [line = '', ...others] = lines
  if (others.length > 0) return lines
  const pieces = line.split(' / ')
  if (pieces.length > 2) return pieces
  // `Tracy Bell - 12a Mill Lane, Barnsley`.
  const [, name = '', rest = ''] = /^(\p{L}[^\d,-]{2,40}) [-–] (\d.*,.*)$/u.exec(line) ?? []
  if (name !== '') return [`${name}, ${rest}`]
  const dashed = line.split(/ [-–] /)
  return dashed.length > (line.includes(',') ? 3 : 2) ? dashed : lines
}

/** Pieces between commas. `isOneLine`: each is a line of the address. */
export function splitParts(lines: readonly string[], isOneLine: boolean): Part[] {
  let number = 0
  return lines.flatMap((line, index) =>
    line
      .split(/[,;]/)
      .map((text) => text.trim())
      .filter(Boolean)
      .map((text) => ({ text, line: isOneLine ? number++ : index })),
  )
}

const NUMBER = /^\d{1,5}(?:[ -]?[a-z]|\/\d{1,4}[a-z]?| (?:bis|ter))?$/i
/** `д. 7`, `no. 12`: the number of the house with its word. */
const NUMBER_WITH_WORD = /^(?:д|дом|буд|корп|стр|nave|naves|no|nr|nº|n°|núm|num|č|č\.p)[.:]? ?\d+\S*$/iu
/** Words of streets that are written before the name. */
const STREET_FIRST =
  /^(?:rua|av|avenida|calle|c\/|carrera|cra|via|viale|corso|piazza|rue|ul|ulica|ulitsa|ул|вул|jl|jalan|paseo|plaza|praça|travessa|alameda|rodovia|estrada|str|strada|bd|boulevard)[. ]/iu
const NUMBER_BEFORE = /^(?:no|nr|lot|plot|house|h\.? ?no|villa|blk|block)\.? ?[\d/-]+[a-z]?$/i
const LEVEL = /^\d{1,2} ?[º°ª.]/

/** The lines that remain; a house number between commas is beside its street. */
export function joinLines(parts: readonly Part[], isOneLine: boolean): string[] {
  const lines: Part[] = []
  let isOpen = false
  for (const { text, line } of parts) {
    const last = lines.at(-1)
    const isSame = last !== undefined && (last.line === line || isOpen)
    const isBelowName = lines.length > 1 || STREET_FIRST.test(last?.text ?? '')
    const isNumber = NUMBER.test(text) || NUMBER_WITH_WORD.test(text) || LEVEL.test(text)
    const isBehind = isOneLine && isBelowName && isNumber
    if (last !== undefined && (isSame || isBehind)) last.text += `, ${text}`
    else lines.push({ text, line })
    isOpen = isOneLine && lines.length > 1 && NUMBER_BEFORE.test(text)
  }
  return lines.map(({ text }) => text)
}
