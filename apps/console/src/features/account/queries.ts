import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TotpCode, UpdateUser, Waybill } from '@waybill/sdk'
import { makePasskey } from '../../session/passkeys.ts'
import { startSession } from '../../session/session.ts'
import { useApi } from '../../session/workspace.ts'
import { toastError } from '../../ui/toast.tsx'

const MOST_SESSIONS = 100
const MOST_PASSKEYS = 100

export const accountQueries = (api: Waybill) => ({
  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'],
      queryFn: async ({ signal }) => await api.session.list({ signal }).toArray({ limit: MOST_SESSIONS }),
    }),
})

export const securityQueries = (api: Waybill) => ({
  totp: () =>
    queryOptions({
      queryKey: ['account', 'totp'],
      queryFn: async ({ signal }) => await api.secondFactor.get({ signal }),
    }),
  passkeys: () =>
    queryOptions({
      queryKey: ['account', 'passkeys'],
      queryFn: async ({ signal }) => await api.passkeys.list({ signal }).toArray({ limit: MOST_PASSKEYS }),
    }),
})

/** The changes of factors. */
export function useSecurity() {
  const api = useApi()
  const queryClient = useQueryClient()
  const changed = async <T>(result: Promise<T>): Promise<T> => {
    const value = await result
    await queryClient.invalidateQueries({ queryKey: ['account'] })
    return value
  }
  return {
    setUpTotp: async () => await api.secondFactor.setUp(),
    enableTotp: (code: TotpCode) => changed(Promise.resolve(api.secondFactor.enable(code))),
    disableTotp: (code: TotpCode) => changed(Promise.resolve(api.secondFactor.disable(code))),
    renewRecoveryCodes: () => changed(Promise.resolve(api.secondFactor.renewRecoveryCodes())),
    addPasskey: async (name: string) => {
      const credential = await makePasskey(await api.passkeys.createOptions())
      return changed(Promise.resolve(api.passkeys.create({ name, credential })))
    },
    renamePasskey: (passkeyId: string, name: string) =>
      changed(Promise.resolve(api.passkeys.update(passkeyId, { name }))),
    removePasskey: (passkeyId: string) => changed(Promise.resolve(api.passkeys.delete(passkeyId))),
  }
}

/** Ends one session of the person, or with null all but this one. */
export function useEndSession() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (sessionId: string | null) => {
      if (sessionId === null) await api.session.revokeOthers()
      else await api.session.revoke(sessionId)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
    onError: toastError,
  })
}

/** Changes the name or the password of the person. */
export function useUpdateUser() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (changes: UpdateUser) => await api.session.updateUser(changes),
    onSuccess: (session) => {
      startSession(session)
      return queryClient.invalidateQueries({ queryKey: ['account'] })
    },
  })
}
