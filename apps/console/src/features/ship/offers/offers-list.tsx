import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { QuoteOption } from '@waybill/sdk'
import { LoaderCircle } from 'lucide-react'
import { useFormat } from '../../../format/use-format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/class-names.ts'
import { isNotice, Messages } from './messages.tsx'
import { orderOffers } from './offer-order.ts'
import type { Offers } from './use-offers.ts'

interface OffersListProps {
  offers: Offers
  chosen: string | undefined
  onChoose: (quoteOptionId: string) => void
  disabled: boolean
  /** They are for something else than what the page shows. */
  isVoid: boolean
}

/** The offers as they arrive, and what the carriers say that make none. Arrow keys choose. */
export function OffersList({ offers, chosen, onChoose, disabled, isVoid }: OffersListProps) {
  const { t } = useLingui()
  const ordered = orderOffers(offers.options)
  const notices = offers.messages.filter(({ code }) => isNotice(code))
  const reasons = offers.messages.filter(({ code }) => !isNotice(code))
  return (
    <div className="flex flex-col gap-3" aria-busy={offers.isAsking}>
      {offers.isAsking && (
        <p className="flex items-center gap-2 text-muted">
          <LoaderCircle className="size-4 animate-spin" aria-hidden />
          <Trans>Asking the carriers</Trans>
        </p>
      )}
      {ordered.length > 0 && (
        <fieldset disabled={disabled || isVoid} className={cn(isVoid && 'opacity-50')}>
          <legend className="sr-only">{t`Offers`}</legend>
          <div className="flex flex-col gap-2">
            {ordered.map(({ option, isCheapest, isFastest }) => (
              <OfferRow
                key={option.quote_option_id}
                option={option}
                isCheapest={isCheapest}
                isFastest={isFastest}
                isChosen={option.quote_option_id === chosen}
                onChoose={() => onChoose(option.quote_option_id)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {notices.length > 0 && (
        <div className="rounded-lg border bg-surface px-3 py-2">
          <Messages messages={notices} />
        </div>
      )}
      {reasons.length > 0 && (
        <details className="rounded-lg border bg-surface px-3 py-2" open={ordered.length === 0 && !offers.isAsking}>
          <summary className="min-h-6 text-sm text-muted">
            <Plural value={reasons.length} one="# service makes no offer" other="# services make no offer" />
          </summary>
          <Messages messages={reasons} />
        </details>
      )}
    </div>
  )
}

interface OfferRowProps {
  option: QuoteOption
  isCheapest: boolean
  isFastest: boolean
  isChosen: boolean
  onChoose: () => void
}

function OfferRow({ option, isCheapest, isFastest, isChosen, onChoose }: OfferRowProps) {
  const format = useFormat()
  const carrier = option.carried_by ?? option.carrier_name ?? option.carrier_code
  return (
    <label
      className={cn(
        'flex cursor-pointer items-start gap-3 rounded-lg border bg-surface px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <input
        type="radio"
        name="quote_option"
        className="mt-1 size-4 shrink-0 accent-accent-fill outline-none"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{option.service_name ?? option.service_code}</span>
          {isCheapest && (
            <Badge tone="success">
              <Trans>Cheapest</Trans>
            </Badge>
          )}
          {isFastest && (
            <Badge tone="accent">
              <Trans>Fastest</Trans>
            </Badge>
          )}
        </span>
        <span className="block text-sm text-muted">{carrier}</span>
        <span className="block text-sm text-muted">
          {option.eta_precision === 'time' ? (
            <Trans>Arrives {format.window([option.eta_from, option.eta_to])}</Trans>
          ) : (
            <Trans>Arrives by {format.time(option.eta_to)}</Trans>
          )}
        </span>
      </span>
      <span className="shrink-0 text-end font-semibold tabular-nums">
        {format.money(option.total_amount, option.currency)}
      </span>
    </label>
  )
}
