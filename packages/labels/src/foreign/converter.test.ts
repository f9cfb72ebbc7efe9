import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { printLabels } from '../print.ts'
import { rasterize, toPng } from '../raster.ts'
import { aLabelDocument } from '../testing/label-documents.ts'
import { bombs, mutate, seeded } from '../testing/mutations.ts'
import { decodeZpl, scanBarcodes } from '../testing/scanner.ts'
import { type CarrierLabel, countLabels, isLabelSized, mergeLabels, readZpl, UnreadableLabel } from './converter.ts'
import { createReader } from './process.ts'

const getLabel = (format: 'pdf' | 'png', ...codes: string[]): Promise<CarrierLabel> =>
  printLabels(aLabelDocument(...codes.map((code) => ({ code }))), { format, sheet: '4x6' })

async function* each(labels: CarrierLabel[]) {
  yield* labels
}

async function countPages(pdf: Buffer): Promise<{ width: number; codes: string[] }[]> {
  const pages: { width: number; codes: string[] }[] = []
  for await (const page of rasterize(pdf)) {
    pages.push({ width: page.width, codes: (await scanBarcodes(toPng(page), ['Code128'])).sort() })
  }
  return pages
}

test('one PDF has the pages of all labels in order, with images as pages', async () => {
  const labels = [await getLabel('pdf', 'SC100000000001', 'SC100000000001-2'), await getLabel('png', 'SC200000000002')]
  expect(await Promise.all(labels.map((label) => countLabels('env_1', label)))).toEqual([2, 1])
  const merged = await mergeLabels('env_1', each(labels), '4x6')
  expect(await countPages(merged)).toEqual([
    { width: 812, codes: ['SC100000000001'] },
    { width: 812, codes: ['SC100000000001-2'] },
    { width: 812, codes: ['SC200000000002'] },
  ])
})

test('a page of A4 has four labels, which a scanner reads', async () => {
  const codes = ['SC100000000001', 'SC200000000002', 'SC300000000003', 'SC400000000004', 'SC500000000005']
  const merged = await mergeLabels('env_1', each(await Promise.all(codes.map((code) => getLabel('pdf', code)))), 'a4')
  const pages = await countPages(merged)
  expect(pages.map((page) => page.codes)).toEqual([codes.slice(0, 4), codes.slice(4)])
  expect((await PDFDocument.load(merged)).getPage(0).getWidth()).toBeCloseTo(595.28)
})

test('a picture of a label is on a page of A4, too', async () => {
  const merged = await mergeLabels('env_1', [await getLabel('png', 'SC100000000001')], 'a4')
  expect((await countPages(merged)).map((page) => page.codes)).toEqual([['SC100000000001']])
})

test.each(['pdf', 'png'] as const)('a %s becomes ZPL', async (format) => {
  const zpl = await readZpl('env_1', await getLabel(format, 'SC100000000001'))
  expect(await scanBarcodes(decodeZpl(zpl.toString('ascii').trim()), ['Code128'])).toEqual(['SC100000000001'])
})

/** Longer than a file needs to exhaust the memory on a slow machine. */
const FOR_EVER_MS = 600_000

const noPdf = { contentType: 'application/pdf', bytes: Buffer.from('no pdf') }

test('what is no label ends with an error, and the next one is read', async () => {
  await expect(countLabels('env_1', noPdf)).rejects.toThrow(UnreadableLabel)
  await expect(readZpl('env_1', noPdf)).rejects.toThrow(UnreadableLabel)
  await expect(mergeLabels('env_1', [noPdf], '4x6')).rejects.toThrow(UnreadableLabel)
  expect(await isLabelSized('env_1', noPdf.bytes)).toBe(true)
  expect(await countLabels('env_1', await getLabel('pdf', 'SC100000000001'))).toBe(1)
})

test.each([
  ['a page of 200 × 200 inches', 'a page of 14400 × 14400 points is no label'],
  ['a hundred thousand pages', 'a document of 100000 pages is no label'],
  ['forms that draw each other ten times on ten levels', 'needs too much memory'],
  ['a PNG of four billion dots', 'the picture has 65535 × 65535 dots'],
])('%s is refused', async (name, reason) => {
  const label = bombs[name]?.() ?? noPdf
  await expect(createReader({ mostMs: FOR_EVER_MS }).run('env_1', (call) => call('toZpl', label))).rejects.toThrow(
    reason,
  )
})

test('a page that takes for ever is given up, while this process goes on', async () => {
  const label = bombs['a tiny pattern on the whole page']?.() ?? noPdf
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 10)
  await expect(createReader({ mostMs: 500 }).run('env_1', (call) => call('toZpl', label))).rejects.toThrow(
    'takes longer',
  )
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(10)
})

test('damaged labels are read or refused', async () => {
  const random = seeded(1)
  const labels = [await getLabel('pdf', 'SC100000000001'), await getLabel('png', 'SC100000000001')]
  for (let count = 0; count < 40; count++) {
    const { contentType, bytes } = labels[count % 2] ?? noPdf
    const label = { contentType, bytes: mutate(bytes, random) }
    for (const work of [countLabels, readZpl]) {
      await work('env_1', label).catch((error) => expect(error).toBeInstanceOf(UnreadableLabel))
    }
  }
})

/** Processes that this one has started and that still run a reader. */
const listReaders = (parent = process.pid): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((pid) => isReader(pid))

function isReader(pid: number): boolean {
  try {
    // Empty after its end, until its parent has noticed.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('foreign/reader.ts')
  } catch {
    return false
  }
}

test('a file that has exhausted a reader is not tried again', async () => {
  const label = bombs['forms that draw each other ten times on ten levels']?.() ?? noPdf
  const reason = await readZpl('env_1', label).catch((error: Error) => error)
  expect(reason).toMatchObject({ isCostly: true })
  const readers = listReaders()
  await expect(readZpl('env_1', label)).rejects.toThrow((reason as Error).message)
  // It says nothing of its size.
  expect(await isLabelSized('env_1', label.bytes)).toBe(true)
  expect(listReaders()).toEqual(readers)
})

test('files of an environment wait in a queue that has an end, and those of another come between them', async () => {
  const label = await getLabel('pdf', 'SC100000000001')
  const settled: string[] = []
  const count = (environmentId: string) => countLabels(environmentId, label).finally(() => settled.push(environmentId))
  const all = Promise.allSettled(Array.from({ length: 20 }, () => count('env_1')))
  await count('env_2')
  // One is read already, and four were refused at once.
  expect(settled.filter((one) => one === 'env_1').length).toBeLessThanOrEqual(6)
  const outcomes = await all
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable' } })
})

test('a file that needs too much memory ends its own process alone, and this one does not grow', async () => {
  const label = await getLabel('pdf', 'SC100000000001')
  await mergeLabels('env_1', [label], 'a4')
  const bytes = process.memoryUsage.rss()
  const bomb = bombs['a form that draws itself']?.() ?? noPdf
  const [refused, merged] = await Promise.allSettled([
    createReader({ mostMs: FOR_EVER_MS }).run('env_1', (call) => call('toZpl', bomb)),
    mergeLabels('env_1', [label, label], 'a4'),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'needs too much memory', isCostly: true } })
  expect(merged.status).toBe('fulfilled')
  expect(process.memoryUsage.rss() - bytes).toBeLessThan(100 * 1024 * 1024)
})

test('a reader that ends while it works takes its file with it, and the next one is read', async () => {
  const reader = createReader()
  const [label, others] = [await getLabel('pdf', 'SC100000000001'), listReaders()]
  let pid = 0
  const ended = reader.run('env_1', async (call) => {
    await call('count', label)
    pid = listReaders().find((one) => !others.includes(one)) ?? 0
    const asked = call('toZpl', bombs['a tiny pattern on the whole page']?.() ?? noPdf)
    process.kill(pid, 'SIGSEGV')
    await asked
  })
  await expect(ended).rejects.toThrow('ended its reader (SIGSEGV)')
  expect(await reader.run('env_1', (call) => call('count', label))).toBe(1)
})

test('a document whose reader ends between two labels is refused, not cut', async () => {
  const [label, others] = [await getLabel('pdf', 'SC100000000001'), listReaders()]
  const ended = createReader().run('env_1', async (call) => {
    await call('begin', '4x6')
    await call('add', label)
    const pid = listReaders().find((one) => !others.includes(one)) ?? 0
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isReader(pid), { timeout: 30_000 }).toBe(false)
    await call('add', label)
  })
  await expect(ended).rejects.toThrow()
})

test('a reader that does not start is no fault of the file', async () => {
  const starting = createReader({ mostStartMs: 1 }).run('env_1', (call) => call('count', noPdf))
  await expect(starting).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 5 })
})

/** Hundredths of a second of the processor. */
const readTicks = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[11])

test('a signal to the group of processes ends no reader, but one that works ends with its parent', async () => {
  const [processModule, mutations] = ['./process.ts', '../testing/mutations.ts'].map((path) =>
    JSON.stringify(new URL(path, import.meta.url).href),
  )
  const program = `
    const { createReader } = await import(${processModule})
    const { bombs } = await import(${mutations})
    await createReader({ mostMs: ${FOR_EVER_MS} }).run('env_1', async (call) => {
      await call('begin', '4x6')
      process.send('begun')
      await new Promise((resolve) => process.once('message', resolve))
      await call('begin', '4x6')
      process.send('begun again')
      await call('toZpl', bombs['a tiny pattern on the whole page']())
    })`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(parent, 'message')
  const [pid = 0] = listReaders(parent.pid)
  process.kill(pid, 'SIGINT')
  process.kill(pid, 'SIGTERM')
  parent.send('go on')
  await once(parent, 'message')
  const ticks = readTicks(pid)
  await expect.poll(() => readTicks(pid), { timeout: 30_000 }).toBeGreaterThan(ticks + 100)
  parent.kill('SIGKILL')
  await expect.poll(() => isReader(pid), { timeout: 30_000 }).toBe(false)
})
