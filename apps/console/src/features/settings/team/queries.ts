import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey, CreateInvitation, UpdateMember, Waybill } from '@waybill/sdk'
import type { SessionEnvironment } from '../../../session/session-calls.ts'
import { getWorkspace, useApi } from '../../../session/workspace.ts'
import { toastError } from '../../../ui/toast.tsx'

const MOST_PEOPLE = 500
/** The most keys of an environment that are read, those that ended within 90 days included. */
const MOST_KEYS = 1_000

export const settingsQueries = (api: Waybill) => ({
  members: () =>
    queryOptions({
      queryKey: ['team', 'members'],
      queryFn: async ({ signal }) => await api.team.listMembers({ signal }).toArray({ limit: MOST_PEOPLE }),
    }),
  invitations: () =>
    queryOptions({
      queryKey: ['team', 'invitations'],
      queryFn: async ({ signal }) => await api.team.listInvitations({ signal }).toArray({ limit: MOST_PEOPLE }),
    }),
})

export interface MadeKey extends Pick<ApiKey, 'key_id' | 'name' | 'created_by'> {
  /** Name of its environment. */
  environment: string
}

/** Keys of all environments, neither revoked nor expired, that a member made, or that a key of the member made. */
export const keysMadeBy = (userId: string, environments: readonly SessionEnvironment[]) =>
  queryOptions({
    queryKey: ['team', 'keys', userId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const lists = environments.map(async (environment) => {
        const { api } = getWorkspace(environment)
        const keys = await api.apiKeys.list({}, { signal }).toArray({ limit: MOST_KEYS })
        const makers = new Set([userId])
        // Oldest first: a key comes after the one that made it.
        return keys.reverse().flatMap(({ key_id, name, created_by, status }): MadeKey[] => {
          if (created_by === null || !makers.has(created_by)) return []
          makers.add(key_id)
          if (status === 'revoked' || status === 'expired') return []
          return [{ key_id, name, created_by, environment: environment.name }]
        })
      })
      return (await Promise.all(lists)).flat()
    },
  })

function useRefreshTeam() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['team'] })
}

/** Changes a member's role, or deactivates a member. */
export function useUpdateMember() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ userId, changes }: { userId: string; changes: UpdateMember }) =>
      await api.team.updateMember(userId, changes),
    onSettled: useRefreshTeam(),
    onError: toastError,
  })
}

/** A link with which a member sets a new password. */
export function useResetLink() {
  const api = useApi()
  return useMutation({
    mutationFn: async (userId: string) => await api.team.createPasswordReset(userId),
    onError: toastError,
  })
}

/** Removes the authenticator app, recovery codes and passkeys of a member, and ends the sessions. */
export function useResetSecondFactor() {
  const api = useApi()
  return useMutation({
    mutationFn: async (userId: string) => await api.team.resetSecondFactor(userId),
    onSettled: useRefreshTeam(),
  })
}

/** The next sign-in of the member with the identity provider is again the first. */
export function useUnlinkMember() {
  const api = useApi()
  return useMutation({
    mutationFn: async (userId: string) => await api.team.deleteMemberIdentity(userId),
    onSettled: useRefreshTeam(),
  })
}

/** A link with which a person joins. */
export function useInvite() {
  const api = useApi()
  return useMutation({
    mutationFn: async (invitation: CreateInvitation) => await api.team.createInvitation(invitation),
    onSuccess: useRefreshTeam(),
  })
}

export function useRevokeInvitation() {
  const api = useApi()
  return useMutation({
    mutationFn: async (invitationId: string) => await api.team.deleteInvitation(invitationId),
    onSuccess: useRefreshTeam(),
    onError: toastError,
  })
}
