import { getCountries, getExampleNumber } from 'libphonenumber-js'
import examples from 'libphonenumber-js/examples.mobile.json'
import { expect, test } from 'vitest'
import { parsePhone, phoneRefusal } from './phone.ts'

test.each([
  ['+1 415 555 0101 x12', 'US', '+14155550101', '12'],
  ['+1 415 555 0101 X 12', 'US', '+14155550101', '12'],
  ['(415) 555-0101 ext. 9', 'US', '+14155550101', '9'],
  ['(415) 555-0101 Ext 9', 'US', '+14155550101', '9'],
  ['+1 415-555-0101 extension 12345', 'US', '+14155550101', '12345'],
  ['+1 415-555-0101 (ext. 12)', 'US', '+14155550101', '12'],
  ['+14155550101;ext=12', 'US', '+14155550101', '12'],
  ['tel:+1-415-555-0101;ext=12', 'US', '+14155550101', '12'],
  ['+1 415 555 0101 #12', 'US', '+14155550101', '12'],
  ['+1 415 555 0101, 12', 'US', '+14155550101', '12'],
  ['4155550101,,12', 'US', '+14155550101', '12'],
  ['+1 415 555 0101 ext. 12345678', 'US', '+14155550101', '12345678'],
  ['+49 30 1234567 Durchwahl 12', 'DE', '+49301234567', '12'],
  ['+33 1 44 55 66 77 poste 12', 'FR', '+33144556677', '12'],
  ['+7 495 123-45-67 доб. 12', 'RU', '+74951234567', '12'],
  ['03-1234-5678 内線12', 'JP', '+81312345678', '12'],
  ['+44 (0)20 7946 0000', 'GB', '+442079460000', null],
  ['(+44) 20 7946 0000', 'GB', '+442079460000', null],
  ['+44 (0) 20 7946 0000 ext 5', 'GB', '+442079460000', '5'],
  ['0044 20 7946 0000', 'GB', '+442079460000', null],
  ['0044 (0)20 7946 0000', 'US', '+442079460000', null],
  ['00 1 415 555 0101', 'US', '+14155550101', null],
  ['011 44 20 7946 0000', 'US', '+442079460000', null],
  ['020 7946 0000', 'GB', '+442079460000', null],
  ['415.555.0101', 'US', '+14155550101', null],
  ['030/123456-78', 'DE', '+493012345678', null],
  ['06 1234567', 'IT', '+39061234567', null],
  ['8 (495) 123-45-67', 'RU', '+74951234567', null],
  ['\u202a+1\u00a0415\u200b555\u20110101\u202c', 'US', '+14155550101', null],
  ['\ufeff+1 415 555 0101', 'GB', '+14155550101', null],
  ['０２０－７９４６－００００', 'GB', '+442079460000', null],
  ['＋４４ ２０ ７９４６ ００００', 'US', '+442079460000', null],
  ['٠٢٠٧٩٤٦٠٠٠٠', 'GB', '+442079460000', null],
  ['+44 7700 900123', 'GB', '+447700900123', null],
  ['(787) 555-0101', 'PR', '+17875550101', null],
  ['+52 1 55 1234 5678', 'US', '+525512345678', null],
  ['+5215512345678', 'MX', '+525512345678', null],
  ['00 52 1 55 1234 5678', 'DE', '+525512345678', null],
  ['044 55 1234 5678', 'MX', '+525512345678', null],
  ['(045) 55-1234-5678', 'MX', '+525512345678', null],
  ['01 55 1234 5678 ext. 9', 'MX', '+525512345678', '9'],
  ['521 55 1234 5678', 'MX', '+525512345678', null],
  ['52 55 1234 5678', 'MX', '+525512345678', null],
  ['(0xx11) 91234-5678', 'BR', '+5511912345678', null],
  ['+1 415 555 0101 extn 12', 'US', '+14155550101', '12'],
  ['+1 415 555 0101 extn. 12', 'US', '+14155550101', '12'],
  ['+7 495 123-45-67, доб. 12', 'RU', '+74951234567', '12'],
  ['+7 495 123-45-67 (добавочный 12)', 'RU', '+74951234567', '12'],
  ['030 1234567 App. 12', 'DE', '+49301234567', '12'],
  ['01 44 55 66 77 (poste 12)', 'FR', '+33144556677', '12'],
  ['tel. 020 7946 0000', 'GB', '+442079460000', null],
  ['Téléphone : 01 44 55 66 77', 'FR', '+33144556677', null],
  ['Tlf. 912 345 678', 'ES', '+34912345678', null],
  ['Mobil: 0170 1234567', 'DE', '+491701234567', null],
  ['0170 1234567 (mobile)', 'DE', '+491701234567', null],
  ['415·555·0101', 'US', '+14155550101', null],
  ['(415) 555-0101 ex 12', 'US', '+14155550101', '12'],
  ['010 1234 5678 转123', 'CN', '+861012345678', '123'],
  ['08-123 456 78 ankn 12', 'SE', '+46812345678', '12'],
  ['0061 412 345 678', 'AU', '+61412345678', null],
  ['0081 90 1234 5678', 'JP', '+819012345678', null],
  ['005511961234567', 'BR', '+5511961234567', null],
  ['0086 138 0000 0000', 'HK', '+8613800000000', null],
  ['0044 7700 900123', 'NG', '+447700900123', null],
  ['491701234567', 'DE', '+491701234567', null],
  ['49 (0)170 1234567', 'DE', '+491701234567', null],
  ['447700900123', 'US', '+447700900123', null],
  // Without its country's code, although it begins with those digits.
  ['48 461 18 79', 'PL', '+48484611879', null],
  ['91 1564 2402', 'IN', '+919115642402', null],
  ['(55) 99123-4567', 'BR', '+5555991234567', null],
  ['8888 8888', 'SG', '+6588888888', null],
  ['01234 567890', 'GB', '+441234567890', null],
])('%s in %s is %s with the extension %s', (text, country, e164, extension) => {
  expect(parsePhone(text, country)).toEqual({ e164, extension })
  expect(phoneRefusal(text, country)).toBeNull()
})

test('a number of each country has its code behind 00, or without a sign, wherever it is written', () => {
  const countries = getCountries()
  const wrong = countries.flatMap((country, index) => {
    const example = getExampleNumber(country, examples)
    if (!example) return []
    const { countryCallingCode: code, nationalNumber, number } = example
    const forms = [`00${code}${nationalNumber}`, `00${code} (0)${nationalNumber}`]
    const elsewhere = [1, 50, 100].map((step) => countries[(index + step) % countries.length] as string)
    const read = [
      ...elsewhere.flatMap((other) => forms.map((form) => [form, other, parsePhone(form, other)?.e164])),
      ...[...forms, `${code}${nationalNumber}`].map((form) => [form, country, parsePhone(form, country)?.e164]),
    ]
    return read.filter(([, , e164]) => e164 !== number)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['0000000000', 'US'],
  ['1111111111', 'US'],
  ['9999999999', 'US'],
  ['1234567890', 'US'],
  ['0000000000', 'GB'],
  ['0000000000', 'FR'],
  ['00000000', 'DE'],
  ['999999999', 'ES'],
  ['+1 999 999 9999', 'US'],
  ['415-555-0101,5550102', 'US'],
])('%s in %s is no phone number', (text, country) => {
  expect(phoneRefusal(text, country)).toMatch(/^must be a phone number/)
})

test.each([
  ['call me', 'US', 'at least 5 digits'],
  ['call me 415 555 0101', 'US', 'understood as the digits 4155550101 with other words'],
  ['1234', 'GB', 'at least 5 digits'],
  ['555-0101', 'US', 'the number 5550101 in US, which is too short'],
  ['+1 415 555 01', 'US', 'understood as +141555501, which is too short'],
  ['+44 20 7946 0000 0000 00', 'GB', 'which is too long'],
  ['+999 123 456 789', 'GB', 'no number that can exist'],
  ['415 555 0101 / 415 555 0102', 'US', 'understood'],
  ['415 555 01 x 1234', 'US', 'with the extension 1234, which is too short'],
  [`1${' '.repeat(100_000)}x`, 'US', 'at least 5 digits'],
])('%.30s in %s is refused with what was understood', (text, country, words) => {
  expect(parsePhone(text, country)).toBeNull()
  expect(phoneRefusal(text, country)).toContain(words)
})

test('without a country, a national number may be a phone number', () => {
  expect(phoneRefusal('020 7946 0000', null)).toBeNull()
  expect(parsePhone('020 7946 0000', null)).toBeNull()
  expect(phoneRefusal('+1 415', null)).toContain('at least 5 digits')
  expect(phoneRefusal('+1 415 555', null)).toContain('too short')
})
