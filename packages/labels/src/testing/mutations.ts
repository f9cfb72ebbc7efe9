/** Files as a carrier might send them by mistake or by intent: labels with random damage, the same for the same seed. */
import { deflateSync } from 'node:zlib'

type Random = () => number

/** Mulberry32: numbers from 0 up to 1. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const NUMBERS = ['0', '-1', '1', '65535', '2147483647', '4294967295', '99999999999999999999', '1e9', '0.0000001']

/** Several places of the file are damaged. Its first bytes stay: a file of another type goes no further. */
export function mutate(file: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(file)
  const at = (length: number) => Math.floor(random() * length)
  const damages: (() => void)[] = [
    () => {
      bytes[8 + at(bytes.length - 8)] = at(256)
    },
    () => {
      bytes = bytes.subarray(0, 16 + at(bytes.length - 16))
    },
    () => {
      const [from, length] = [8 + at(bytes.length - 8), at(2_000)]
      const part = bytes.subarray(from, from + length)
      bytes = Buffer.concat([bytes.subarray(0, from), part, part, bytes.subarray(from)])
    },
    () => {
      const [from, length] = [8 + at(bytes.length - 8), at(200)]
      bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
    },
    () => {
      // A number of its text: a size, an offset, a count, a reference.
      const numbers = [...bytes.toString('latin1').matchAll(/\d{1,10}/g)]
      const chosen = numbers[at(numbers.length)]
      if (chosen === undefined || chosen.index < 8) return
      const other = random() < 0.5 ? (NUMBERS[at(NUMBERS.length)] ?? '') : String(at(60))
      bytes = Buffer.concat([
        bytes.subarray(0, chosen.index),
        Buffer.from(other),
        bytes.subarray(chosen.index + chosen[0].length),
      ])
    },
    () => {
      bytes.writeUInt32BE(at(2) === 0 ? at(2 ** 32) : at(20_000), 8 + at(Math.max(1, bytes.length - 12)))
    },
  ]
  for (let count = 1 + at(6); count > 0 && bytes.length > 20; count--) damages[at(damages.length)]?.()
  return bytes
}

/** A PDF of these objects, numbered from 1, the first its catalogue. */
function makePdf(...objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]?.length ?? 0
  const entries = objects.map((object, index) => {
    const entry = `${String(length).padStart(10, '0')} 00000 n \n`
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
    return entry
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`
  parts.push(Buffer.from(`${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`))
  return Buffer.concat(parts)
}

const stream = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`), bytes, Buffer.from('\nendstream')])

/** So many zeros, deflated. A thousandth of their size; deflated again a millionth. */
const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes))

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const page = (more: string, box = '288 432') => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${box}]${more}>>`
const drawn = (content: string, resources = ''): Buffer[] => [
  Buffer.from(page(`/Contents 4 0 R/Resources<<${resources}>>`)),
  stream('', Buffer.from(content)),
]

/** Width and height as in the header of a PNG, whose picture has so many bytes when it is unpacked. */
function makePng(width: number, height: number, unpacked: Buffer): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    // Readers of labels do not check the sum.
    return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', unpacked), chunk('IEND', Buffer.alloc(0))])
}

/** Files that are made to exhaust their reader, each of at most a few MiB. */
export const bombs: Record<string, () => { contentType: string; bytes: Buffer }> = Object.fromEntries(
  Object.entries({
    'a page of 200 × 200 inches': () => makePdf(CATALOG, PAGES, page('', '14400 14400')),
    'a page of a million points': () => makePdf(CATALOG, PAGES, page('', '1000000 1000000')),
    'a page tree that is its own child': () => makePdf(CATALOG, '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>'),
    'a page tree with two ways to each of 30 levels': () =>
      makePdf(
        CATALOG,
        ...Array.from(
          { length: 30 },
          (_, level) =>
            `<</Type/Pages/Kids[${level + 3} 0 R ${level + 3} 0 R]/Count ${2 ** Math.min(30, 30 - level)}>>`,
        ),
        page(''),
      ),
    'a hundred thousand pages': () =>
      makePdf(CATALOG, `<</Type/Pages/Kids[${'3 0 R '.repeat(100_000)}]/Count 100000>>`, page('')),
    'a hundred thousand objects': () => makePdf(CATALOG, PAGES, page(''), ...Array(100_000).fill('<</A[1 2 3]>>')),
    'arrays in a million arrays': () => makePdf(CATALOG, PAGES, page(''), '['.repeat(1_000_000)),
    'objects that unpack to 512 MiB': () =>
      makePdf(CATALOG, PAGES, page(''), stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', zeros(2 ** 29))),
    'objects that unpack twice': () =>
      makePdf(
        CATALOG,
        PAGES,
        page(''),
        stream('/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]', deflateSync(zeros(2 ** 29))),
      ),
    'content that unpacks to 512 MiB': () =>
      makePdf(CATALOG, PAGES, page('/Contents 4 0 R'), stream('/Filter/FlateDecode', zeros(2 ** 29))),
    'content with a million rectangles': () => makePdf(CATALOG, PAGES, ...drawn('0 0 288 432 re f '.repeat(1_000_000))),
    'content that saves its state a million times': () => makePdf(CATALOG, PAGES, ...drawn('q '.repeat(1_000_000))),
    'forms that draw each other ten times on ten levels': () =>
      makePdf(
        CATALOG,
        PAGES,
        ...drawn('/F Do '.repeat(10), '/XObject<</F 5 0 R>>'),
        ...Array.from({ length: 10 }, (_, level) =>
          stream(
            `/Type/XObject/Subtype/Form/BBox[0 0 288 432]/Resources<</XObject<</F ${level + 6} 0 R>>>>`,
            Buffer.from('/F Do '.repeat(10)),
          ),
        ),
        stream('/Type/XObject/Subtype/Form/BBox[0 0 288 432]', Buffer.from('0 0 288 432 re f')),
      ),
    'a form that draws itself': () =>
      makePdf(
        CATALOG,
        PAGES,
        ...drawn('/F Do', '/XObject<</F 5 0 R>>'),
        stream(
          '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>',
          Buffer.from('/F Do /F Do'),
        ),
      ),
    'a picture of 60,000 × 60,000 dots': () =>
      makePdf(
        CATALOG,
        PAGES,
        ...drawn('288 0 0 432 0 0 cm /I Do', '/XObject<</I 5 0 R>>'),
        stream(
          '/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode',
          zeros(2 ** 29),
        ),
      ),
    'a tiny pattern on the whole page': () =>
      makePdf(
        CATALOG,
        PAGES,
        ...drawn('/Pattern cs /P scn 0 0 288 432 re f', '/Pattern<</P 5 0 R>>'),
        stream(
          '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.001/YStep 0.001/Resources<<>>',
          Buffer.from('0 0 1 1 re f'),
        ),
      ),
  }).map(([name, make]) => [name, () => ({ contentType: 'application/pdf', bytes: make() })]),
)
Object.assign(bombs, {
  'a PNG of four billion dots': () => ({ contentType: 'image/png', bytes: makePng(65_535, 65_535, zeros(1_000)) }),
  'a PNG that unpacks to 512 MiB': () => ({ contentType: 'image/png', bytes: makePng(100, 100, zeros(2 ** 29)) }),
  'a PNG of the largest size': () => ({ contentType: 'image/png', bytes: makePng(4_000, 4_000, zeros(4_001 * 4_000)) }),
})
