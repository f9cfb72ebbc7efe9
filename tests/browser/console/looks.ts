/** Every screen and the states that need a layout, one after the other in one browser, in the light and in the dark. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { startIdentityProvider } from '@waybill/testing/identity-provider'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, getData, post } from '../../e2e/api.ts'
import { untilAnswered } from '../../e2e/journeys.ts'
import { createTenant } from '../../e2e/tenant.ts'
import {
  agreeToSignIn,
  type ConsolePage,
  expectSoundInBothThemes,
  findViolations,
  NAMED,
  until,
  useBrowser,
  visit,
} from './console.ts'

/** The error of a browser without a network. */
const DISCONNECTED = 'ERR_INTERNET_DISCONNECTED'

interface Walk {
  opened: ConsolePage
  page: Page
  /** Follows an address within the page, as a link does. */
  go: (path: string) => Promise<void>
  /** The page as it stands. */
  look: (name: string) => Promise<void>
  close: (name: string) => Promise<void>
  /** Ids of what the account has. */
  shipmentId: string
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A merchant whom no other test knows, with one of each: what other tests do changes nothing on its screens. */
async function anAccount() {
  const { access_token: token, merchant_id: merchantId } = await createTenant()
  const create = async (path: string, body?: object) => {
    const send = (headers: Record<string, string>) => post(`/api/v1${path}`, body, { token, headers })
    return getData(await untilAnswered(send, true), 201)
  }
  const owner = { email: `looks-${crypto.randomUUID()}@example.com`, name: 'Ada Miller' }
  const { sign_in_url } = getData(await admin('POST', `/admin/merchants/${merchantId}/owners`, owner), 201)
  return { create, link: new URL(sign_in_url).hash }
}

type Account = Awaited<ReturnType<typeof anAccount>>

let references = 0
async function book({ create }: Account, carrierCode?: string): Promise<{ shipment_id: string; reference: string }> {
  references += 1
  const reference = `LOOK-${references}`
  const { shipment_id } = await create('/shipments', aShipmentDocument({ merchant_order_ref: reference }))
  const { options } = await create('/quotes', { shipment_id })
  const option = options.find((one: { carrier_code: string }) => one.carrier_code === carrierCode) ?? options[0]
  await create(`/shipments/${shipment_id}/book`, { quote_option_id: option.quote_option_id })
  return { shipment_id, reference }
}

/** The focused element, and whether a line or a ring around it shows the focus. */
const UNSEEN_FOCUS = `(() => {
  const look = (element) => [element, element.parentElement, ...element.querySelectorAll('*')].slice(0, 8).map((one) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(one)
    return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor]
  }).join()
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
    (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }),
  )
  const unseen = controls.filter((one) => {
    one.blur()
    const plain = look(one)
    one.focus({ focusVisible: true })
    // A list of tabs hands the focus on to one of them.
    return one.contains(document.activeElement.parentElement) ? false : look(one) === plain
  })
  return { controls: controls.length, unseen: unseen.map((one) => one.outerHTML.slice(0, 200)) }
})()`

/** The focus is seen at every control that Tab reaches. */
async function expectVisibleFocus(page: Page): Promise<void> {
  // Beside a notification of an earlier step are two elements without a look, which hand the focus on to it.
  await page.locator('ol > li[data-state="open"]').first().waitFor({ state: 'detached' })
  // The keyboard comes first: after a click, a browser shows no focus. Transitions of colours are off.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.keyboard.press('Tab')
  const { controls, unseen } = (await page.evaluate(UNSEEN_FOCUS)) as { controls: number; unseen: string[] }
  expect(unseen).toEqual([])
  expect(controls).toBeGreaterThan(10)
  await page.emulateMedia({ reducedMotion: null })
}

/** The page says while the network is gone, and is live again afterwards. */
async function expectOfflineNote(page: Page, isLookedAt: boolean): Promise<void> {
  await page.context().setOffline(true)
  const note = page.getByText('You are offline.')
  await note.waitFor()
  if (isLookedAt) expect(await findViolations(page)).toEqual([])
  await page.context().setOffline(false)
  await note.waitFor({ state: 'detached' })
  await page.locator('[data-connection=live]').waitFor()
}

interface Screen {
  name: string
  path: string | ((walk: Walk) => string)
  /** An element that shows that it is loaded. */
  shown: (page: Page) => { waitFor: () => Promise<void> }
}

const tabPanel = (tab: string, content: (page: Page) => { waitFor: () => Promise<void> }): Screen => ({
  name: `developers-${tab}`,
  path: `/developers?tab=${tab}`,
  shown: content,
})
const inPanel = (text: string | RegExp) => (page: Page) => page.getByRole('tabpanel').getByText(text).first()

/** Below the heading of a list, whose columns a phone does not show. */
const firstRow = (page: Page) => page.getByRole('tabpanel').getByRole('row').nth(1)

const SCREENS: Screen[] = [
  {
    name: 'today',
    path: '/',
    shown: (page) => page.getByRole('region', { name: 'Shipments to book' }).getByRole('listitem').first(),
  },
  {
    name: 'shipments',
    path: '/shipments',
    shown: (page) => page.getByRole('grid', { name: 'Shipments' }).getByText('<img src=x onerror=alert(1)>'),
  },
  { name: 'import', path: '/shipments/import', shown: (page) => page.getByText('A CSV file with a row for each') },
  {
    name: 'shipment',
    path: ({ shipmentId }) => `/shipments/${shipmentId}`,
    shown: (page) => page.locator('[data-map=drawn]'), // what loads last
  },
  { name: 'ship', path: '/ship', shown: (page) => page.getByLabel('Order reference') },
  { name: 'print', path: '/print', shown: (page) => page.getByRole('table', { name: 'Labels to print' }) },
  {
    name: 'print-choose',
    path: '/print?tab=book',
    shown: (page) => page.getByRole('table', { name: 'Shipments that are ready' }),
  },
  {
    name: 'costs',
    path: '/costs',
    // Costs are counted twice a minute: their figures are looked at last.
    shown: (page) => page.getByText('No bookings in these weeks').or(findCosts(page)),
  },
  { name: 'carriers', path: '/carriers', shown: (page) => page.getByRole('button', { name: 'Connect EasyPost' }) },
  {
    name: 'fleet',
    path: '/carriers/own-fleet',
    shown: (page) => page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').first(),
  },
  tabPanel('keys', (page) =>
    page
      .getByRole('tabpanel')
      .getByRole('button', { name: /^Rotate|^Revoke/ })
      .first(),
  ),
  tabPanel('webhooks', inPanel('https://example.com/hook')),
  tabPanel('events', firstRow),
  tabPanel('catalogue', inPanel('shipment.created')),
  tabPanel('log', firstRow),
  tabPanel('simulator', (page) => page.getByRole('tabpanel').getByRole('button').first()),
  { name: 'team', path: '/settings/team', shown: (page) => page.getByRole('table', { name: 'Members' }) },
  { name: 'single-sign-on', path: '/settings/single-sign-on', shown: (page) => page.getByLabel('Issuer') },
  {
    name: 'pickup-locations',
    path: '/settings/pickup-locations',
    shown: (page) => region(page, 'Pickup locations').getByText('Bakery').first(),
  },
  { name: 'presets', path: '/settings/parcel-presets', shown: (page) => page.getByText('Shoes').first() },
  { name: 'customs', path: '/settings/customs', shown: (page) => page.getByLabel('EORI number') },
  { name: 'returns', path: '/settings/returns', shown: (page) => page.getByLabel('Days after the delivery') },
  { name: 'printers', path: '/settings/printers', shown: (page) => page.getByLabel('Print many labels on') },
  { name: 'tracking-page', path: '/settings/tracking-page', shown: (page) => page.getByLabel('Name on the page') },
  { name: 'audit-log', path: '/settings/audit-log', shown: (page) => page.getByRole('table', { name: 'Audit log' }) },
  {
    name: 'account',
    path: '/account',
    shown: (page) => region(page, 'Passkeys').getByText('Sign in with your fingerprint'),
  },
]

/** Whether the screen adds only a few controls to those of the frame, which are checked elsewhere. */
const FRAME_ONLY = new Set(['import', 'printers', 'costs'])

/** States that are reached on a screen, and left again. */
const STATES: Record<string, (walk: Walk) => Promise<void>> = {
  async 'the filters of the shipments, and a list without a match'({ page, go, look, close }) {
    await go('/shipments')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('dialog', { name: 'Filters' }).waitFor()
    await look('filters')
    await close('Filters')
    await go('/shipments?q=nobody')
    await page.getByText('No shipment matches').waitFor()
    await look('nothing')
  },
  async 'the forms of the own fleet'({ page, go, look, close }) {
    await go('/carriers/own-fleet')
    for (const thing of ['City', 'Dora Driver']) {
      await page.getByRole('button', { name: `Change ${thing}` }).click()
      await page.getByRole('dialog').getByLabel('Name').waitFor()
      await look(`change-${thing.replaceAll(' ', '-').toLowerCase()}`)
      await close(thing)
    }
  },
  async 'the forms of the settings'({ page, go, look, close }) {
    for (const [path, button] of [
      ['/settings/pickup-locations', 'Add a pickup location'],
      ['/settings/parcel-presets', 'Add a parcel preset'],
    ] as const) {
      await go(path)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').getByLabel('Name').first().waitFor()
      await until(page, `document.activeElement?.closest('[role=dialog]')`)
      await look(button.replaceAll(' ', '-').toLowerCase())
      await close(button)
    }
  },
  async 'the form of a return'({ page, go, look, close, shipmentId }) {
    await go(`/shipments/${shipmentId}`)
    await page.getByRole('button', { name: 'Make a return' }).click()
    await page.getByRole('dialog').getByLabel('What comes back').selectOption('chosen')
    await look('return')
    await close('Make a return')
  },
  async 'the audit log of a time without entries'({ page, go, look }) {
    await go('/settings/audit-log?from=2001-01-01&to=2001-01-02')
    await page.getByText('Nothing is recorded').waitFor()
    await look('audit-log-empty')
  },
  async 'single sign-on that is set up'({ page, go, look }) {
    const provider = await startIdentityProvider()
    try {
      await go('/settings/single-sign-on')
      provider.redirectUris.add(await page.getByText(`${NAMED}/console/sign-in/callback/mer_`).innerText())
      await page.getByLabel('Issuer').fill(provider.issuer)
      await page.getByLabel('Client ID').fill(provider.clientId)
      await page.getByLabel('Client secret').fill(provider.clientSecret)
      await page.getByLabel('E-mail domains').fill('example.com')
      await page.getByRole('button', { name: 'Set up' }).click()
      await region(page, 'Link to sign in').getByText('It answers').waitFor()
      await look('single-sign-on-set-up')
    } finally {
      await provider.stop()
    }
  },
  async 'the second step of the account'({ page, go, look }) {
    await go('/account')
    const card = region(page, 'Two-step sign-in')
    await card.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await look('account-set-up')
    const secret = (await page.getByTestId('totp-secret').innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await look('account-codes')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await card.getByText('10 recovery codes left').waitFor()
    await card.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByLabel('Code of your authenticator app').waitFor()
    await look('account-turn-off')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
  async 'the costs once they are counted'({ page, go, look }) {
    await go('/costs')
    const [costs, none] = [findCosts(page), page.getByText('No bookings in these weeks')]
    for (await costs.or(none).waitFor(); !(await costs.isVisible()); await costs.or(none).waitFor()) {
      await page.waitForTimeout(1_000) // they are counted twice a minute
      await page.reload()
    }
    const weeks = page.getByRole('table', { name: 'Spend by week' })
    // A repeat of this step finds them open.
    if (!(await weeks.isVisible())) await page.getByText('The weeks as a table').click()
    await weeks.waitFor()
    await page.getByRole('img', { name: 'Spend by week and carrier, as in the table below' }).waitFor()
    await look('costs-counted')
    await expectVisibleFocus(page)
  },
}

const findCosts = (page: Page): Locator => page.getByRole('table', { name: 'Carriers and services' })

/** The screens of an account in a browser of one size. */
export function testLooks(size: string, options: BrowserContextOptions): void {
  useBrowser()
  let walk: Walk
  beforeAll(async () => {
    const account = await anAccount()
    const opened = await visit('/sign-in', options)
    const { page } = opened
    await page.goto('about:blank')
    await page.goto(`${NAMED}/console/sign-in?next=/carriers/own-fleet${account.link}`)
    await agreeToSignIn(page)
    await page.locator('[data-connection=live]').waitFor()
    walk = {
      opened,
      page,
      async go(path) {
        const url = new URL(path, `${NAMED}/console/`)
        await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${url.pathname}${url.search}`)})`)
      },
      look: (name) => expectSoundInBothThemes(opened, `${name}-${size}`),
      async close() {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      },
      shipmentId: '',
    }
    await page.getByText('No prices yet').waitFor()
    await walk.look('fleet-empty')
    Object.assign(walk, await furnish(account))
    await page.reload() // answers are kept for half a minute: those of the empty account
    await page.locator('[data-connection=live]').waitFor()
  })
  afterAll(() => walk?.opened.close())

  test('the sign-in page', async () => {
    const opened = await visit('/sign-in', options)
    await opened.page.getByLabel('Password').waitFor()
    await expectSoundInBothThemes(opened, `sign-in-${size}`)
    await opened.close()
  })

  test.each(SCREENS)('$name is sound, shows the focus, and says while the network is gone', async (screen) => {
    const { name, path, shown } = screen
    const { page, opened } = walk
    await walk.go(typeof path === 'string' ? path : path(walk))
    await shown(page).waitFor()
    await page.locator('[data-connection=live]').waitFor()
    await walk.look(name)
    if (!FRAME_ONLY.has(name)) await expectVisibleFocus(page)
    await expectOfflineNote(page, name === 'today')
    opened.complaints.splice(
      0,
      Number.POSITIVE_INFINITY,
      ...opened.complaints.filter((text) => !text.includes(DISCONNECTED)),
    )
    expect(opened.complaints).toEqual([])
  })

  test.each(Object.entries(STATES))('%s', async (_, show) => {
    await show(walk)
  })
}

/** One of each, for every list. */
async function furnish(account: Account): Promise<{ shipmentId: string }> {
  const { create } = account
  const { shipment_id: shipmentId } = await book(account)
  const markup = `LOOK <img src=x onerror=alert(1)> <b>bold</b>`
  await create('/shipments', aShipmentDocument({ merchant_order_ref: markup }))
  await create('/parcel-presets', { name: 'Shoes', length_cm: 30, width_cm: 20, height_cm: 10 })
  const address = {
    name: 'Bakery',
    address_line_1: '12 Market Street',
    city: 'London',
    post_code: 'NW1 8AB',
    country: 'GB',
  }
  await create('/pickup-locations', { name: 'Bakery', address })
  await create('/webhooks/subscriptions', { url: 'https://example.com/hook', events: ['booking.*'] })
  const zones = [
    { country: 'GB', amount: '7.50' },
    { country: 'GB', post_code_prefix: 'E1', amount: '4.20' },
  ]
  const card = { name: 'City', service_code: 'fleet_now', currency: 'GBP', pickup_country: 'GB' }
  await create('/rate-cards', { ...card, zones })
  await create('/drivers', { name: 'Dora Driver', telephone: '+44 20 7946 0000' })
  await book(account, 'own_fleet')
  return { shipmentId }
}
