/** A packer without a mouse: from any page of the console to the printed labels of a file of orders. */
import type { Page } from 'playwright-core'

const HEADINGS =
  'Order,Name,Street,Post code,City,Country,Contents,Weight,Length,Width,Height,Pickup name,Pickup street,Pickup city,Pickup post code,Pickup country'
const toLine = (reference: string, number: number) =>
  `${reference}-${number},Grace ${number},${number} River Road,N1 9GU,London,GB,Bread,1.25,30,20,15,Bakery,12 Market Street,London,NW1 8AB,GB`

/** Imports, books and prints `count` orders. Resolves to the number of keys that were pressed. */
export async function importByKeyboard(page: Page, reference: string, count: number): Promise<number> {
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const untilFocused = (text: string) => page.locator(':focus', { hasText: text }).waitFor()
  const lines = Array.from({ length: count }, (_, index) => toLine(reference, index + 1))
  const buffer = Buffer.from([HEADINGS, ...lines].join('\r\n'))

  // Before the first key: the browser is asked to hand choosers over, which takes a moment.
  const choosing = page.waitForEvent('filechooser')
  await press('Control+k')
  for (const key of 'import') await press(key)
  await page.getByRole('option', { name: 'Import shipments', selected: true }).waitFor()
  await press('Enter')
  await untilFocused('Choose a file')
  await press('Enter')
  const chooser = await choosing
  await chooser.setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
  await untilFocused('Check the rows')
  await press('Enter')
  await page.getByRole('button', { name: `Register ${count} shipments` }).waitFor()
  await press('Tab')
  await untilFocused(`Register ${count} shipments`)
  await press('Enter')
  await untilFocused(`Book and print these ${count}`)
  await press('Enter')
  await page.getByRole('button', { name: `Book and print ${count} shipments` }).waitFor()
  await press('Control+Enter')
  await untilFocused(`Print ${count} labels`)
  const [label] = await Promise.all([page.waitForEvent('popup'), press('Enter')])
  await page
    .getByRole('status')
    .filter({ hasText: `${count} labels printed` })
    .waitFor()
  await label.close()
  return keys
}
