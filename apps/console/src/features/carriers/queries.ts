import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CarrierAccount, CreateCarrierAccount, UpdateCarrierAccount, Waybill } from '@waybill/sdk'
import { ofRow, useOptimistic } from '../../live/optimistic.ts'
import { useApi } from '../../session/workspace.ts'

const MOST_ACCOUNTS = 200
const ACCOUNTS = ['carriers', 'accounts']

export const carrierQueries = (api: Waybill) => ({
  /** Every carrier, with the fields that an account needs. */
  carriers: () =>
    queryOptions({
      queryKey: ['carriers', 'all'],
      queryFn: async ({ signal }) => await api.carriers.list({ signal }).toArray({ limit: MOST_ACCOUNTS }),
    }),
  accounts: () =>
    queryOptions({
      queryKey: ACCOUNTS,
      queryFn: async ({ signal }) =>
        await api.carrierAccounts.list({ limit: 100 }, { signal }).toArray({ limit: MOST_ACCOUNTS }),
    }),
})

function useRefreshCarriers() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['carriers'] })
}

export function useConnect() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ account, key }: { account: CreateCarrierAccount; key: string }) =>
      await api.carrierAccounts.create(account, { idempotencyKey: key }),
    onSuccess: useRefreshCarriers(),
  })
}

export function useUpdateAccount(accountId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ changes, key }: { changes: UpdateCarrierAccount; key: string }) =>
      await api.carrierAccounts.update(accountId, changes, { idempotencyKey: key }),
    ...useOptimistic(
      ACCOUNTS,
      ofRow(
        (account: CarrierAccount) => account.carrier_account_id === accountId,
        (account, { changes: { enabled = account.enabled } }: { changes: UpdateCarrierAccount }) => ({
          ...account,
          enabled,
        }),
      ),
    ),
  })
}

interface Replacement {
  account: CarrierAccount
  credentials: Record<string, string>
  name: string
  key: string
}

/** Credentials that are not given stay. */
export function useReplaceCredentials() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ account, credentials, name, key }: Replacement) => {
      const changes = { credentials, ...(name !== account.name && { name }) }
      return await api.carrierAccounts.update(account.carrier_account_id, changes, { idempotencyKey: key })
    },
    onSuccess: useRefreshCarriers(),
  })
}

/** Tries credentials that have just been given. */
export function useVerifyNew() {
  const api = useApi()
  return useMutation({
    mutationFn: async (accountId: string) => await api.carrierAccounts.verify(accountId),
    onSettled: useRefreshCarriers(),
  })
}

/** Tries the credentials at the carrier. */
export function useVerify(accountId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async () => await api.carrierAccounts.verify(accountId),
    onSettled: useRefreshCarriers(),
  })
}

export function useDisconnect(accountId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async () => await api.carrierAccounts.delete(accountId),
    onSuccess: useRefreshCarriers(),
  })
}
