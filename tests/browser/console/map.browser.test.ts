/** The map of a shipment: its places, the courier under way, and what takes its place where there is none. */
import { aDropoffAddress, anAddress } from '@waybill/testing/builders'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getData } from '../../e2e/api.ts'
import { advance, bookShipment, createShipment } from '../../e2e/journeys.ts'
import { DESKTOP, expectSound, openConsole, openScreen, PHONE, picture, tabTo, useBrowser } from './console.ts'
import { type MapData, mapFile } from './map-file.ts'

useBrowser()

const card = (page: Page) => page.getByRole('region', { name: 'Map', exact: true })
const drawn = (page: Page) => card(page).locator('[data-map="drawn"]')
const WAIT = { timeout: 60_000 }
/** At most this many positions are reported from the booking to the drop-off. */
const POSITIONS = 8

/** A shipment under way to its drop-off. */
async function underWay(): Promise<string> {
  const { shipment } = await bookShipment()
  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  return shipment.shipment_id
}

/** The middle of a pin in the window, in pixels. */
async function pinAt(page: Page, kind: string): Promise<{ x: number; y: number }> {
  const box = await card(page).locator(`[data-pin="${kind}"]`).boundingBox()
  if (box === null) throw new Error(`The map has no pin ${kind}.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Every colour that the map shows, as "r,g,b". */
async function readColours(page: Page): Promise<string[]> {
  const png = (await drawn(page).screenshot()).toString('base64')
  return (await page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png}'
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    const { data } = canvas.getImageData(0, 0, image.width, image.height)
    const colours = new Set()
    for (let at = 0; at < data.length; at += 4) colours.add(data[at] + ',' + data[at + 1] + ',' + data[at + 2])
    return [...colours]
  })()`)) as string[]
}

/** Notes each place to which the page moves the courier from now on. */
const watchCourier = (page: Page) =>
  page.evaluate(`{
    globalThis.courierPlaces = new Set()
    const note = ({ target }) => target.matches('[data-pin="courier"]') && courierPlaces.add(target.style.transform)
    new MutationObserver((changes) => changes.forEach(note)).observe(document.body, { subtree: true, attributeFilter: ['style'] })
  }`)
const placesSeen = async (page: Page) => (await page.evaluate('courierPlaces.size')) as number

test.each([
  { name: 'glides', options: {} },
  { name: 'moves at once if less motion is wanted', options: { reducedMotion: 'reduce' } },
] as const satisfies { name: string; options: BrowserContextOptions }[])(
  'the courier $name when the carrier reports a position',
  async ({ options }) => {
    const { shipment } = await bookShipment()
    const opened = await openConsole(`/shipments/${shipment.shipment_id}`, options)
    const { page } = opened
    await drawn(page).waitFor(WAIT)
    await watchCourier(page)
    // The simulator moves the courier, too, so that there may be other places on the way.
    getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
    await card(page)
      .getByText(/^[1-9].* from the drop-off/)
      .waitFor(WAIT)
    await card(page)
      .getByText(/seconds? ago|minutes? ago|now/)
      .waitFor()
    await card(page)
      .getByText(/^Arrival /)
      .waitFor()
    getData(await advance(shipment.shipment_id, { status: 'arrived_at_dropoff' }), 200)
    await card(page).getByText('0 m from the drop-off').waitFor(WAIT)
    const distance = async () => {
      const [courier, dropoff] = [await pinAt(page, 'courier'), await pinAt(page, 'dropoff')]
      return Math.hypot(courier.x - dropoff.x, courier.y - dropoff.y)
    }
    await expect.poll(distance, WAIT).toBeLessThan(2)
    // One place for each position reported, or one for each frame between them.
    if ('reducedMotion' in options) expect(await placesSeen(page)).toBeLessThanOrEqual(POSITIONS)
    else expect(await placesSeen(page)).toBeGreaterThan(POSITIONS)
    await expectSound(opened)
    await opened.close()
  },
)

test.each([
  { name: 'desktop-light', options: { ...DESKTOP, colorScheme: 'light' } },
  { name: 'phone-dark', options: { ...PHONE, colorScheme: 'dark' } },
] as const)('shows a plain ground, the places and the way: $name', async ({ name, options }) => {
  const opened = await openConsole(`/shipments/${await underWay()}`, options)
  await drawn(opened.page).waitFor(WAIT)
  await drawn(opened.page).scrollIntoViewIfNeeded()
  await picture(opened.page, `map-${name}`)
  // The accent colour of the theme, of which the line and the courier are drawn.
  const accent = options.colorScheme === 'light' ? '31,81,214' : '143,180,255'
  expect(await readColours(opened.page)).toContain(accent)
  await expectSound(opened)
  await opened.close()
})

const WATER = '128,222,234'

/** The north of London under water, with one road. */
const flood = mapFile(
  { z: 8, x: 127, y: 85 },
  {
    water: collection(
      'Polygon',
      [
        [
          [-1.3, 51.2],
          [-0.01, 51.2],
          [-0.01, 51.8],
          [-1.3, 51.8],
          [-1.3, 51.2],
        ],
      ],
      {
        kind: 'ocean',
      },
    ),
    roads: collection(
      'LineString',
      [
        [-0.2, 51.545],
        [-0.05, 51.545],
      ],
      {
        kind: 'major_road',
        kind_detail: 'primary',
        name: 'Waybill Road',
        min_zoom: 6,
      },
    ),
  },
)

function collection(type: 'Polygon' | 'LineString', coordinates: unknown[], properties: object) {
  const feature = { type: 'Feature', properties, geometry: { type, coordinates } }
  return { type: 'FeatureCollection', features: [feature] } as MapData
}

/** Serves the map with streets. Returns the ranges that are asked for. */
async function serveStreets(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/console/config.json', (route) =>
    route.fulfill({ json: { version: '0.0.0', map_tiles_url: '/console/map.pmtiles' } }),
  )
  await page.route('**/console/map.pmtiles', (route) => {
    const range = route.request().headers().range ?? ''
    asked.push(range)
    const [, from = 0, to = flood.length] = /^bytes=(\d+)-(\d+)$/.exec(range)?.map(Number) ?? []
    const body = flood.subarray(from, to + 1)
    return route.fulfill({ status: 206, body, headers: { etag: '"1"', 'content-length': String(body.length) } })
  })
  return asked
}

test('shows the streets of a PMTiles file, by its worker under the policy of the pages', async () => {
  const shipmentId = await underWay()
  const opened = await openConsole('/')
  const { page } = opened
  const asked = await serveStreets(page)
  await page.goto(page.url().replace(/\/console\/.*/, `/console/shipments/${shipmentId}`))
  await drawn(page).waitFor(WAIT)
  await card(page).getByText('Drawn by a test').waitFor()
  await picture(page, 'map-streets')
  expect(await readColours(page)).toContain(WATER)
  expect(asked.every((range) => range.startsWith('bytes='))).toBe(true)
  await expectSound(opened)
  await opened.close()
})

test('the keyboard moves the map, changes its scale and leaves it', async () => {
  const { page, close } = await openConsole(`/shipments/${await underWay()}`)
  await drawn(page).waitFor(WAIT)
  await tabTo(page, 'Map. The arrow keys move it, plus and minus change its scale.')
  const before = await pinAt(page, 'dropoff')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await pinAt(page, 'dropoff')).x, WAIT).toBeLessThan(before.x - 50)
  await tabTo(page, 'Show the whole way')
  await page.keyboard.press('Enter')
  await expect.poll(async () => Math.abs((await pinAt(page, 'dropoff')).x - before.x), WAIT).toBeLessThan(2)
  await close()
})

test('an address without coordinates is not on the map, and without any there is no map', async () => {
  const unknown = { latitude: undefined, longitude: undefined }
  const one = await createShipment({ dropoff_address: aDropoffAddress(unknown) })
  const none = await createShipment({
    dropoff_address: aDropoffAddress(unknown),
    pickup_address: anAddress(unknown),
  })
  const opened = await openConsole(`/shipments/${none.shipment_id}`)
  const { page } = opened
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('7 River Road').first().waitFor()
  expect(await card(page).count()).toBe(0)
  await picture(page, 'map-none')
  await expectSound(opened)
  expect(scripts.filter((url) => url.includes('maplibre'))).toEqual([])
  await page.goto(page.url().replace(none.shipment_id, one.shipment_id))
  await card(page).getByText('Not on the map').waitFor()
  await drawn(page).waitFor(WAIT)
  expect(await card(page).locator('[data-pin]').count()).toBe(1)
  await expectSound(opened)
  await opened.close()
})

test.each([
  { name: 'desktop', options: DESKTOP },
  { name: 'phone', options: PHONE },
])('an address is found on the map, and its pin is dragged to the door: $name', async ({ name, options }) => {
  const opened = await openScreen('/', options, serveStreets)
  const { page } = opened
  await page.goto(page.url().replace(/\/console\/.*/, '/console/ship'))
  await page.getByLabel('Paste a whole address').fill('Grace Miller\n7 River Road\nLondon\nN1 9GU\nUnited Kingdom')
  await page.getByLabel('Name', { exact: true }).first().focus()
  await page.getByRole('button', { name: 'Find on the map' }).first().click()
  await page.getByRole('radio', { name: /7 River Road, London/ }).check(WAIT)
  const latitude = page.getByLabel('Latitude').first()
  const before = await latitude.inputValue()
  await page.locator('[data-map="drawn"]').waitFor(WAIT)
  const pin = page.locator('[data-pin="dropoff"]')
  // Above the bar of actions, which stays at the lower edge of the window.
  await pin.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  await picture(page, `find-on-map-${name}`)
  const box = await pin.boundingBox()
  if (box === null) throw new Error('The map has no pin.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y - 40, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => latitude.inputValue(), WAIT).not.toBe(before)
  await expectSound(opened)
  await opened.close()
})
