import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DriverWithToken } from '@waybill/sdk'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { CardSheet, NewCard } from './card-sheet.tsx'
import { CardsCard } from './cards-card.tsx'
import { DriverSheet, NewDriver } from './driver-sheet.tsx'
import { DriversCard } from './drivers-card.tsx'
import { JobsCard } from './jobs-card.tsx'
import { fleetQueries } from './queries.ts'

/** Deliveries by own drivers: the open jobs, the drivers, the prices. */
export function FleetTab() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { open } = useSearch({ from: '/signed-in/carriers' })
  const show = (next: string | undefined) => void navigate({ to: '.', search: (before) => ({ ...before, open: next }) })
  const mayDrive = useCan('drivers:write')
  const mayPrice = useCan('carriers:write')
  const jobs = useQuery(fleetQueries(useApi()).jobs())
  const cards = useQuery(fleetQueries(useApi()).cards())
  // Prices come first until there are some: without them, nothing can be booked.
  const isNew = cards.data?.length === 0 && jobs.data?.length === 0
  const prices = <CardsCard mayWrite={mayPrice} onAdd={() => show('new-card')} onChange={show} />
  const [withToken, setWithToken] = useState<DriverWithToken | null>(null)
  const group = t`Own drivers`
  useCommands([
    ...(mayDrive
      ? [{ id: 'fleet.driver', title: t`Add a driver`, group, shortcut: 'c', run: () => show('new-driver') }]
      : []),
    ...(mayPrice ? [{ id: 'fleet.card', title: t`Add a rate card`, group, run: () => show('new-card') }] : []),
  ])
  const close = () => show(undefined)
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-muted">
        <Trans>
          Deliver with your own drivers beside carriers: set prices, add drivers, and book their offers like a
          carrier's.
        </Trans>
      </p>
      {isNew ? prices : <JobsCard jobs={jobs} mayWrite={mayDrive} />}
      <DriversCard
        mayWrite={mayDrive}
        jobs={jobs.data}
        onAdd={() => show('new-driver')}
        onChange={show}
        withToken={withToken}
        onToken={setWithToken}
      />
      {!isNew && prices}
      {mayDrive && open === 'new-driver' && <NewDriver onClose={close} onToken={setWithToken} />}
      {mayDrive && open?.startsWith('drv_') && <DriverSheet key={open} driverId={open} onClose={close} />}
      {mayPrice && open === 'new-card' && <NewCard onClose={close} />}
      {mayPrice && open !== undefined && !/^(new-|drv_)/.test(open) && (
        <CardSheet key={open} cardId={open} onClose={close} />
      )}
    </div>
  )
}
