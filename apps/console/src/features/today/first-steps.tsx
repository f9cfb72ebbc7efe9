import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi, useCan, useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { workQueries } from './queries.ts'

interface Step {
  name: string
  /** Undefined: not known yet. */
  isDone: boolean | undefined
  /** Whether the role allows it. */
  may: boolean
  link: LinkProps
  action: ReactNode
}

/** The steps of a new merchant up to the first label, until each is done; those that the role allows. */
export function FirstSteps() {
  const { t } = useLingui()
  const steps = useSteps().filter(({ may }) => may)
  const known = steps.filter(({ isDone }) => isDone !== undefined)
  if (known.length < steps.length || known.every(({ isDone }) => isDone)) return null
  const done = known.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card
      title={<Trans>First steps</Trans>}
      actions={
        <span className="text-sm text-muted">
          <Trans>
            {done} of {steps.length} done
          </Trans>
        </span>
      }
    >
      <ul className="flex flex-col gap-2">
        {steps.map((step) => (
          <li key={step.name} className="flex min-h-8 items-center gap-2.5">
            {step.isDone ? (
              <CircleCheck className="size-4 shrink-0 text-success" aria-label={t`done`} />
            ) : (
              <Circle className="size-4 shrink-0 text-muted" aria-label={t`open`} />
            )}
            <span className={step.isDone ? 'grow text-muted' : 'grow font-medium'}>{step.name}</span>
            {!step.isDone && (
              <Button asChild size="sm" variant={step === next ? 'primary' : 'secondary'}>
                <Link {...step.link}>{step.action}</Link>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useSteps(): Step[] {
  const { t } = useLingui()
  const environment = useEnvironment()
  const { data } = useQuery(workQueries(useApi()).firstSteps(environment))
  return [
    {
      name: t`Connect a carrier`,
      isDone: data?.hasCarrier,
      may: useCan('carriers:write'),
      link: { to: '/carriers' },
      action: <Trans>Connect</Trans>,
    },
    {
      name: t`Add the place where parcels are collected`,
      isDone: data?.hasLocation,
      may: useCan('shipments:write'),
      link: { to: '/settings/$tab', params: { tab: 'pickup-locations' }, search: { open: 'new' } } as LinkProps,
      action: <Trans>Add</Trans>,
    },
    {
      name: t`Ship the first parcel and print its label`,
      isDone: data?.hasBooking,
      may: useCan('quotes:write'),
      link: { to: '/ship' },
      action: <Trans>Ship</Trans>,
    },
    {
      name: t`Create an API key for your shop`,
      isDone: data?.hasKey,
      may: useCan('api_keys:write'),
      link: { to: '/developers', search: { tab: 'keys', create: true } } as LinkProps,
      action: <Trans>Create</Trans>,
    },
    {
      name: t`Have your shop notified by a webhook`,
      isDone: data?.hasWebhook,
      may: useCan('webhooks:write'),
      link: { to: '/developers', search: { tab: 'webhooks', create: true } } as LinkProps,
      action: <Trans>Create</Trans>,
    },
  ]
}
