/** Pure: returns with aggregators that are asked for the way there and change the addresses themselves. */
import type { QuoteRequest } from '../carrier-adapter.ts'
import type { NotServed } from '../carrier-outcomes.ts'
import { crossesCustoms } from '../mapping/customs/borders.ts'

type Route = Pick<QuoteRequest, 'pickup' | 'dropoff' | 'options'>

export const isReturn = ({ options }: Pick<QuoteRequest, 'options'>): boolean => (options?.returns ?? null) !== null

/** The addresses as the aggregator is given them: those of the earlier transport, if this one brings its goods back. */
export const askedRoute = (route: Route): { from: Route['pickup']; to: Route['dropoff'] } =>
  isReturn(route) ? { from: route.dropoff, to: route.pickup } : { from: route.pickup, to: route.dropoff }

/** The refusal of a return that needs customs papers, of which the aggregator does not say who declares; null: none. */
export const returnDecline = (route: Route, name: string): NotServed | null =>
  isReturn(route) && crossesCustoms(route)
    ? {
        kind: 'not_served',
        code: 'option_not_supported',
        message: `${name} takes no returns across customs borders through Waybill: /direction.`,
        pointer: '/direction',
      }
    : null
