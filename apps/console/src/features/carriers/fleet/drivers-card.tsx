import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Booking, Driver, DriverWithToken } from '@waybill/sdk'
import { Ellipsis, Plus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { useApi } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '../../../ui/error-state.tsx'
import { Switch } from '../../../ui/input.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { fleetQueries, useDeleteDriver, useDuty, useRotateToken } from './queries.ts'
import { TokenDialog } from './token-dialog.tsx'

interface DriversCardProps {
  mayWrite: boolean
  jobs: readonly Booking[] | undefined
  onAdd: () => void
  onChange: (driverId: string) => void
  /** The driver whose token is shown. */
  withToken: DriverWithToken | null
  onToken: (driver: DriverWithToken | null) => void
}

/** The drivers: who is on duty, what each has to do, and their tokens. */
export function DriversCard({ mayWrite, jobs, onAdd, onChange, withToken, onToken }: DriversCardProps) {
  const { t } = useLingui()
  const { data: drivers, error, refetch } = useQuery(fleetQueries(useApi()).drivers())
  const add = mayWrite && (
    <Button variant="primary" onClick={onAdd}>
      <Plus aria-hidden />
      <Trans>Add a driver</Trans>
    </Button>
  )
  return (
    <Card title={<Trans>Drivers</Trans>} actions={drivers?.length ? add : undefined}>
      {drivers?.length === 0 ? (
        <EmptyState icon={<UserRound aria-hidden />} title={<Trans>No drivers yet</Trans>} action={add}>
          <Trans>Drivers on duty get offers of new jobs in their app, the nearest first.</Trans>
        </EmptyState>
      ) : drivers ? (
        <ul aria-label={t`Drivers`} className="flex flex-col divide-y">
          {drivers.map((driver) => (
            <DriverRow
              key={driver.driver_id}
              driver={driver}
              jobs={(jobs ?? []).filter(({ current_driver_id }) => current_driver_id === driver.driver_id)}
              mayWrite={mayWrite}
              onChange={() => onChange(driver.driver_id)}
              onToken={onToken}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines />
      )}
      {withToken && <TokenDialog name={withToken.name} token={withToken.token} onClose={() => onToken(null)} />}
    </Card>
  )
}

interface DriverRowProps {
  driver: Driver
  jobs: readonly Booking[]
  mayWrite: boolean
  onChange: () => void
  onToken: (driver: DriverWithToken) => void
}

function DriverRow({ driver, jobs, mayWrite, onChange, onToken }: DriverRowProps) {
  const { t } = useLingui()
  const duty = useDuty()
  const rotate = useRotateToken()
  const remove = useDeleteDriver()
  const [asked, setAsked] = useState<'rotate' | 'delete' | null>(null)
  const { driver_id: id, name, telephone, email, active, available, open_jobs: open, capacity, position } = driver
  const close = () => setAsked(null)
  const orders = jobs.map(({ shipment }) => shipment.merchant_order_ref).join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-52 grow basis-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {!active && <Badge>{t`deactivated`}</Badge>}
          {active && !available && <Badge>{t`off duty`}</Badge>}
          {active && available && <Badge tone="success">{t`on duty`}</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {[telephone, email].filter(Boolean).join(' · ') || <Trans>no contact</Trans>}
        </p>
        <p className="text-sm text-muted">
          <Plural value={open} one="# job or offer" other="# jobs and offers" /> <Trans>of {capacity}</Trans>
          {orders && <span className="wrap-anywhere">: {orders}</span>}
          {position && (
            <>
              {' · '}
              <Trans>
                seen <RelativeTime at={position.at} />
              </Trans>
            </>
          )}
        </p>
      </div>
      {mayWrite && (
        <div className="flex items-center gap-2">
          <Switch
            aria-label={t`${name} is on duty`}
            checked={active && available}
            disabled={!active || duty.isPending}
            onChange={() =>
              duty.mutate({ id, available: !available, key: crypto.randomUUID() }, { onError: toastError })
            }
          >
            <Trans>On duty</Trans>
          </Switch>
          <Button size="sm" aria-label={t`Change ${name}`} onClick={onChange}>
            <Trans>Change</Trans>
          </Button>
          <Menu
            trigger={
              <Button variant="ghost" size="icon" aria-label={t`More about ${name}`}>
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            <MenuItem onSelect={() => setAsked('rotate')}>
              <Trans>New token</Trans>
            </MenuItem>
            <MenuSeparator />
            <MenuItem onSelect={() => setAsked('delete')}>
              <Trans>Delete</Trans>
            </MenuItem>
          </Menu>
        </div>
      )}
      <ConfirmDialog
        open={asked === 'rotate'}
        onOpenChange={(isOpen) => isOpen || close()}
        title={t`Make a new token for ${name}?`}
        action={<Trans>Make a new token</Trans>}
        busy={rotate.isPending}
        onConfirm={() =>
          rotate.mutate(
            { id, key: crypto.randomUUID() },
            {
              onSuccess(withToken) {
                close()
                onToken(withToken)
              },
            },
          )
        }
      >
        <Trans>The token before ends at once: the app works again when it has the new one.</Trans>
        {rotate.isError && <ErrorNote error={rotate.error} />}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={(isOpen) => isOpen || close()}
        danger
        title={t`Delete ${name}?`}
        action={<Trans>Delete the driver</Trans>}
        busy={remove.isPending}
        onConfirm={async () => {
          try {
            await remove.mutateAsync(id)
            toast(t`The driver is deleted.`)
          } catch {
            // The dialog shows the error.
          }
        }}
      >
        <Trans>The name, the contact and the last position are removed. This cannot be undone.</Trans>
        {remove.isError && <ErrorNote error={remove.error} />}
      </ConfirmDialog>
    </li>
  )
}
