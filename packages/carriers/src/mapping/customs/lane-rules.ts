/**
 * Pure: fields that the authorities on a lane ask for, beside those that carriers need. The table names gaps and doubts and refuses
 * nothing: rules change by decree, and it does not know all of them.
 */
import type { CarrierItem, QuoteRequest } from '../../carrier-adapter.ts'
import { territoryCode } from '../territories.ts'
import { crossesCustoms, findCustomsTerritory, isInsideUnion } from './borders.ts'
import { codesToFile } from './export-filing.ts'
import { customsPointer } from './needs.ts'
import { isPost } from './posts.ts'
import { goodsValue, toDecimal } from './values.ts'

/** A field that is empty, one with a value that may be wrong, or duties that follow from fields. */
interface Finding {
  code: 'customs_missing' | 'customs_doubtful' | 'customs_estimate'
  pointer: string
  /** Said after the pointer. */
  message: string
}

interface Lane {
  request: QuoteRequest
  /** Codes as of `findCustomsTerritory`. */
  from: string
  to: string
  /** Offers of posts, and of other carriers. */
  byPost: boolean
  byExpress: boolean
}

interface LaneRule {
  rule: string
  /** YYYY-MM-DD; null: as long as anybody can remember. */
  validFrom: string | null
  /** YYYY-MM-DD: the first day without it. */
  validUntil?: string
  source: string
  applies: (lane: Lane) => boolean
  find: (lane: Lane) => Finding[]
}

const missing = (pointer: string, message: string): Finding => ({ code: 'customs_missing', pointer, message })
const doubtful = (pointer: string, message: string): Finding => ({ code: 'customs_doubtful', pointer, message })

const ofItems = ({ request }: Lane, find: (item: CarrierItem, pointer: string) => Finding[]): Finding[] =>
  request.parcels.flatMap(({ items = [] }, index) =>
    items.flatMap((item, position) => find(item, `/parcels/${index}/items/${position}`)),
  )

/** Goods that were sold, as long as nothing else is said. */
const areSold = ({ request }: Lane): boolean => (request.customs?.contents ?? 'merchandise') === 'merchandise'

const ITN = /^(?:AES\s*)?X\d{14}$/i

/** Numbers by which the authorities of a country know the recipient, and of the others the sender. */
const taxIdsByCountry: Readonly<Record<string, { party: 'recipient' | 'sender'; types: readonly string[] }>> = {
  BR: { party: 'recipient', types: ['cpf', 'cnpj'] },
  IN: { party: 'recipient', types: ['pan', 'passport'] },
  KR: { party: 'recipient', types: ['pccc'] },
  AU: { party: 'sender', types: ['abn', 'arn'] },
  NO: { party: 'sender', types: ['voec'] },
}

const hasTaxId = ({ request }: Lane, types: readonly string[]): boolean =>
  (request.customs?.taxIds ?? []).some(({ type }) => types.includes(type))

/** Duties of small consignments that the European Union asks for, in EUR. */
const EU_DUTY = { perTariff: 3, mostValue: 150 }

/** The different goods in the consignment, by the first six digits of their tariff numbers. */
const listTariffs = ({ request }: Lane): string[] => [
  ...new Set(request.parcels.flatMap(({ items = [] }) => items.flatMap(({ hsCode }) => hsCode?.slice(0, 6) ?? []))),
]

/** For others than businesses. A value in another currency is not compared. */
function mayBeSmall({ request }: Lane): boolean {
  const value = goodsValue(request.parcels)
  const isForBusiness = (request.customs?.taxIds ?? []).some(
    ({ party, type }) => party !== 'sender' && (type === 'vat' || type === 'eori'),
  )
  return !isForBusiness && !(value?.currency === 'EUR' && toDecimal(value) > EU_DUTY.mostValue)
}

/** Terms by which the recipient pays duties. */
const RECIPIENT_PAYS = /^(?:DDU|DAP|DAT|DPU)$/

const SENDCLOUD = 'sendcloud.dev/docs/shipping/international-shipping'

export const laneRules: readonly LaneRule[] = [
  {
    rule: 'item_facts',
    validFrom: null,
    source: SENDCLOUD,
    applies: () => true,
    find: (lane) =>
      ofItems(lane, (item, pointer) => [
        ...(item.originCountry ? [] : [missing(`${pointer}/origin_country`, 'customs ask where goods were made')]),
        ...(item.unitWeightGrams ? [] : [missing(`${pointer}/unit_weight`, 'customs ask for the net weight')]),
      ]),
  },
  {
    rule: 'contents',
    validFrom: null,
    source: SENDCLOUD,
    applies: ({ request }) => !request.customs?.contents,
    find: () => [missing(customsPointer('contents'), 'customs ask why the goods are sent')],
  },
  {
    rule: 'phones',
    validFrom: null,
    source: 'docs.easypost.com/guides/customs-guide',
    applies: () => true,
    find: ({ request: { pickup, dropoff } }) => [
      ...(pickup.phone ? [] : [missing('/pickup_address/phone', 'customs call the sender when papers are not clear')]),
      ...(dropoff.phone ? [] : [missing('/dropoff_address/phone', 'customs call the recipient to pay duties')]),
    ],
  },
  {
    rule: 'commercial_invoice',
    validFrom: null,
    source: 'UPS Shipping.yaml, InvoiceNumber and InvoiceDate',
    applies: (lane) => lane.byExpress && areSold(lane),
    find: ({ request: { customs = {} } }) =>
      (['invoiceNumber', 'invoiceDate'] as const).flatMap((field) =>
        customs[field] ? [] : [missing(customsPointer(field), 'an express carrier hands in a commercial invoice')],
      ),
  },
  {
    rule: 'postal_form',
    validFrom: null,
    source: 'UPS Shipping.yaml, CN22Form',
    applies: ({ byPost }) => byPost,
    find: ({ request: { customs = {} } }) =>
      customs.certifySigner ? [] : [missing(customsPointer('certifySigner'), 'forms CN22 and CN23 are signed')],
  },
  {
    rule: 'eu_hs6',
    validFrom: null,
    source: 'Automattic/woocommerce-services#2720',
    applies: (lane) => lane.to === 'EU' && areSold(lane),
    find: (lane) =>
      ofItems(lane, (item, pointer) =>
        item.hsCode ? [] : [missing(`${pointer}/hs_code`, 'the EU asks for 6 digits of each article that was sold')],
      ),
  },
  {
    rule: 'eu_low_value_duty',
    validFrom: '2026-07-01',
    validUntil: '2028-07-01',
    source: 'Council Regulation (EU) 2026/382, globalimportblog.bakermckenzie.com/2026/07/02',
    applies: (lane) =>
      lane.to === 'EU' &&
      !isInsideUnion(lane.from) &&
      territoryCode(lane.request.dropoff) !== 'GB-NIR' &&
      areSold(lane) &&
      mayBeSmall(lane),
    find: (lane) => {
      const tariffs = listTariffs(lane)
      const bare = lane.request.parcels.flatMap(({ items = [] }) => items.filter(({ hsCode }) => !hsCode)).length
      if (tariffs.length === 0 && bare === 0) return []
      const least = bare > 0 ? 'at least' : 'an estimated'
      const total = `${least} ${(tariffs.length || 1) * EU_DUTY.perTariff} EUR of duties to the EU`
      const known =
        tariffs.length === 0 ? '' : ` (${tariffs.slice(0, 10).join(', ')}${tariffs.length > 10 ? ' …' : ''})`
      const each = `${EU_DUTY.perTariff} EUR for each tariff number of 6 digits${known}`
      const unknown = bare === 0 ? '' : `, more for other numbers of ${bare} item${bare > 1 ? 's' : ''} without one`
      const condition = `if all is worth up to ${EU_DUTY.mostValue} EUR and for no business`
      const message = `cost ${total}, ${each}${unknown}, ${condition}`
      return [{ code: 'customs_estimate', pointer: '/parcels', message }]
    },
  },
  {
    rule: 'us_post_hts10',
    validFrom: '2026-07-24',
    source: 'supplychaindive.com/news/cbp-readies-more-stringent-data-requirements-for-postal-imports/823923',
    applies: ({ to, byPost }) => to === 'US' && byPost,
    find: (lane) => {
      const { incoterm, dutiesPayer } = lane.request.customs ?? {}
      const isUnpaid = dutiesPayer ? dutiesPayer === 'recipient' : RECIPIENT_PAYS.test(incoterm ?? '')
      const pointer = customsPointer(dutiesPayer ? 'dutiesPayer' : 'incoterm')
      return [
        ...ofItems(lane, ({ hsCode }, item) => {
          if (!hsCode) return [missing(`${item}/hs_code`, 'the US asks for 10 digits of each article by post')]
          const message = `has ${hsCode.length} digits, and the US asks for 10 of each article by post`
          return hsCode.length < 10 ? [doubtful(`${item}/hs_code`, message)] : []
        }),
        ...(isUnpaid ? [doubtful(pointer, 'leaves duties to the recipient, and post to the US is prepaid')] : []),
      ]
    },
  },
  {
    rule: 'us_export_filing',
    validFrom: null,
    source: 'docs.easypost.com/docs/customs-infos',
    applies: ({ from, to }) => from === 'US' && !to.startsWith('US-'),
    find: (lane) => {
      const filing = lane.request.customs?.exportFiling
      const pointer = customsPointer('exportFiling')
      if (lane.to === 'CA') return filing ? [] : [missing(pointer, 'exports to Canada state NOEEI 30.36')]
      const codes = codesToFile(lane.request)
      const message = `goods of one tariff number (${codes.join(', ')}) above 2,500 USD are filed, so that it is an ITN`
      if (codes.length > 0) {
        if (!filing) return [missing(pointer, message)]
        return ITN.test(filing.trim()) ? [] : [doubtful(pointer, message)]
      }
      return filing
        ? []
        : [missing(pointer, 'up to 2,500 USD for each tariff number it is NOEEI 30.37(a), else an ITN')]
    },
  },
  {
    rule: 'ca_export_filing',
    validFrom: null,
    source: 'shippo customsdeclarationb13afilingoptionenum',
    applies: ({ from, to }) => from === 'CA' && to !== 'US',
    find: ({ request: { customs = {} } }) =>
      customs.exportFiling ? [] : [doubtful(customsPointer('exportFiling'), 'Canada asks for a B13A of many exports')],
  },
  {
    rule: 'consignee_tax_id',
    validFrom: null,
    source: 'ShipEngine openapi.yaml, identifier_type',
    applies: ({ to }) => to in taxIdsByCountry,
    find: (lane) => {
      const { party, types } = taxIdsByCountry[lane.to] ?? { party: 'recipient', types: [] }
      if (hasTaxId(lane, types)) return []
      const message = `${lane.to} knows the ${party} by ${types.join(' or ')}`
      return [(party === 'recipient' ? missing : doubtful)(customsPointer('taxIds'), message)]
    },
  },
  {
    rule: 'windsor_framework',
    validFrom: null,
    source: 'ShipEngine openapi.yaml, windsor_framework_details',
    applies: ({ request, from }) => from === 'GB' && territoryCode(request.dropoff) === 'GB-NIR',
    find: (lane) =>
      hasTaxId(lane, ['ukims']) ? [] : [doubtful(customsPointer('taxIds'), 'trusted traders state their ukims')],
  },
]

/** State of the rules without a date of their beginning. */
const CHECKED = '2026-11'

/** Longest list for one carrier: a parcel may have a hundred items. */
const MOST_FINDINGS = 20

/** One message for each field that the lane misses or doubts. `services`: those that are offered. */
export function laneFindings(
  request: QuoteRequest,
  services: readonly string[],
  today: string,
): (Finding & { retryable: false })[] {
  if (services.length === 0 || !crossesCustoms(request)) return []
  const lane: Lane = {
    request,
    from: findCustomsTerritory(request.pickup),
    to: findCustomsTerritory(request.dropoff),
    byPost: services.some(isPost),
    byExpress: services.some((code) => !isPost(code)),
  }
  const found = laneRules
    .filter(
      ({ validFrom, validUntil = '9999', applies }) =>
        (validFrom ?? '') <= today && today < validUntil && applies(lane),
    )
    .flatMap(({ rule, validFrom, source, find }) =>
      find(lane).map(({ code, pointer, message }) => ({
        code,
        pointer,
        message: `${pointer} ${code === 'customs_missing' ? 'is missing: ' : ''}${message}. Rule ${rule}, ${validFrom === null ? `as of ${CHECKED}` : `since ${validFrom}`}: ${source}`,
        retryable: false as const,
      })),
    )
  const byPointer = [...new Map(found.map((finding) => [finding.pointer, finding])).values()]
  // Duties are named, however much is missing.
  const rank = ({ code }: Finding): number => (code === 'customs_estimate' ? 0 : 1)
  const kept = new Set(byPointer.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_FINDINGS))
  return byPointer.filter((finding) => kept.has(finding))
}
