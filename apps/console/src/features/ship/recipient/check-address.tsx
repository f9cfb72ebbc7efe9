import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { AddressCheck } from '@waybill/sdk'
import { SearchCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useCommands } from '../../../commands/registry.ts'
import { useAddressLabels } from '../../../forms/address/address-fields.tsx'
import { type AddressValues, toAddress } from '../../../forms/address/address-values.ts'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { useApi } from '../../../session/workspace.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { checkAddress } from '../queries.ts'
import type { ShipValues } from '../values.ts'

/** Compares the recipient's address with what a carrier knows. A suggestion is for the person to take; a change of the address voids the check. */
export function CheckAddress({ form }: { form: ApiForm<ShipValues> }) {
  const { t } = useLingui()
  const api = useApi()
  const address = useWatch({ control: form.control, name: 'dropoff_address' })
  const key = toKey(address)
  const [checkedKey, setCheckedKey] = useState<string | null>(null)
  const check = useMutation({
    mutationFn: async (asked: AddressValues) => await checkAddress(api, toAddress(asked)),
    onSuccess: (_, asked) => {
      // No result is shown for an address that was changed during the call.
      if (toKey(asked) === toKey(form.getValues('dropoff_address'))) announce(t`The address is checked.`)
    },
  })
  const isComplete = address.address_line_1 !== '' && address.city !== '' && address.country !== ''
  const run = () => {
    if (!isComplete || check.isPending) return
    setCheckedKey(key)
    check.mutate(address)
  }
  useCommands([{ id: 'ship.check', title: t`Check the address`, group: t`Ship`, shortcut: 'mod+e', run }])
  const isShown = checkedKey === key
  return (
    <div className="flex flex-col items-start gap-2 sm:col-span-2">
      <Button size="sm" busy={check.isPending} disabled={!isComplete} onClick={run}>
        <SearchCheck aria-hidden />
        <Trans>Check the address</Trans>
      </Button>
      {isShown && check.isError && <ErrorNote error={check.error} />}
      {isShown && check.data && (
        <Result
          check={check.data}
          address={address}
          residential={form.watch('residential')}
          onTake={() => {
            for (const [field, value] of listSuggestions(check.data, address))
              form.setValue(`dropoff_address.${field}`, value, { shouldDirty: true })
            if (check.data.residential !== null)
              form.setValue('residential', String(check.data.residential), { shouldDirty: true })
          }}
        />
      )}
    </div>
  )
}

const toKey = (address: AddressValues): string => JSON.stringify(toAddress(address))

type Suggestion = [field: keyof AddressValues, value: string]

const listSuggestions = ({ suggestion }: AddressCheck, address: AddressValues): Suggestion[] =>
  Object.entries(suggestion).flatMap(([field, value]): Suggestion[] => {
    const name = field as keyof AddressValues
    return (value ?? '') === address[name] ? [] : [[name, value ?? '']]
  })

interface ResultProps {
  check: AddressCheck
  address: AddressValues
  residential: string
  onTake: () => void
}

function Result({ check, address, residential, onTake }: ResultProps) {
  const { t } = useLingui()
  const labels = useAddressLabels()
  const suggestions = listSuggestions(check, address)
  const isHomeNew = check.residential !== null && String(check.residential) !== residential
  const words: Record<string, ReactNode> = {
    verified: <Trans>The carrier knows this address.</Trans>,
    corrected: <Trans>The carrier knows this address in another form.</Trans>,
    doubtful: <Trans>Something about this address is doubtful.</Trans>,
    unknown: <Trans>Nobody could tell whether this address exists.</Trans>,
  }
  return (
    <div
      role="status"
      className={`w-full rounded-md px-3 py-2 text-sm ${check.status === 'verified' ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning'}`}
    >
      <p className="font-medium">{words[check.status]}</p>
      {check.messages.map(({ code, message }) => (
        <p key={`${code} ${message}`} className="wrap-anywhere">
          {message}
        </p>
      ))}
      {(suggestions.length > 0 || isHomeNew) && (
        <>
          <ul className="my-1">
            {suggestions.map(([field, value]) => (
              <li key={field}>
                {labels[field]}: <s>{address[field]}</s> {value === '' ? <Trans>nothing</Trans> : value}
              </li>
            ))}
            {isHomeNew && <li>{check.residential ? t`It is a home.` : t`It is a business.`}</li>}
          </ul>
          <Button size="sm" onClick={onTake}>
            <Trans>Use this</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
