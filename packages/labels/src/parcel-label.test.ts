import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM } from '@waybill/carriers/label/label-document'
import { type ParcelLabel, parcelLabel } from '@waybill/carriers/label/parcel-label'
import { expect, test } from 'vitest'
import { printLabels } from './print.ts'
import { aLabelDocument, aParcelLabel } from './testing/label-documents.ts'
import { readText } from './testing/pdf-reader.ts'

async function printedText(label: Partial<ParcelLabel>): Promise<string> {
  return await readText((await printLabels(aLabelDocument(label), { format: 'pdf', sheet: '4x6' })).bytes)
}

test('a label names carrier, service, sender, recipient, parcel and order', async () => {
  const text = await printedText({ parcelNumber: 2, parcelsCount: 3 })
  for (const part of [
    'Swift Courier',
    'Courier within the hour',
    'FROM Ada Baker 12 Market Street NW1 8AB London GB',
    'TO Grace Miller 7 River Road N1 9GU London GB',
    'Parcel 2 of 3 · 1.250 kg',
    'Order ORDER-1001',
    'SC482719305551',
  ]) {
    expect(text).toContain(part)
  }
})

test('all elements lie on the label', () => {
  for (const element of parcelLabel(aParcelLabel())) {
    expect(element.yMm).toBeGreaterThan(0)
    const bottomMm = 'heightMm' in element ? element.yMm + element.heightMm : element.yMm
    expect(bottomMm).toBeLessThan(LABEL_HEIGHT_MM)
    const rightMm = element.kind === 'qr' ? element.rightMm : element.xMm + element.widthMm
    expect(rightMm).toBeLessThan(LABEL_WIDTH_MM)
  }
})

test('text boxes and barcode do not overlap from top to bottom', () => {
  const boxes = parcelLabel(aParcelLabel())
    .filter((element) => element.kind === 'text' || element.kind === 'code128')
    .toSorted((a, b) => a.yMm - b.yMm)
  boxes.slice(1).forEach(({ yMm }, index) => {
    const above = boxes[index]
    expect(yMm).toBeGreaterThanOrEqual((above?.yMm ?? 0) + (above?.heightMm ?? 0))
  })
})

test.for([
  'Avenida de la Constitución de la República Española 145, 3º izq',
  'Flat 12, Block C, The Old Biscuit Factory, 100 Clements Road',
  'Appartement 1204, Résidence Les Jardins du Luxembourg, Bâtiment C, 1245 Boulevard du Général de Gaulle',
])('the street "%s" is printed in full', async (street) => {
  expect(await printedText({ recipient: ['Grace Miller', street, 'London', 'GB'] })).toContain(street)
})

test('the longest name, company and streets that the API takes are printed in full', async () => {
  const words = (length: number) => 'Lane 12 '.repeat(length / 8).trim()
  const recipient = [words(200), words(200), words(300), words(300), 'Islington', 'London', 'N1 9GU']
  expect(await printedText({ recipient })).toContain(recipient.join(' '))
})

test('a note that has no room is cut visibly', async () => {
  expect(await printedText({ remarks: ['Order 1', 'Ring twice. '.repeat(80)] })).toContain('…')
})

test('the note for the door wraps onto two rows', async () => {
  const note = 'Leave with the porter on the ground floor, who signs for all flats; never with neighbours'
  expect(await printedText({ remarks: ['Order ORDER-1001', note] })).toContain(note)
})

test('empty lines take no room', async () => {
  const dense = await printedText({ recipient: ['Grace Miller', 'London'] })
  expect(await printedText({ recipient: ['', 'Grace Miller', ' ', '', 'London'] })).toBe(dense)
})
