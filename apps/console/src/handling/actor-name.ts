import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useApi, useCan } from '../session/workspace.ts'
import { handlingQueries } from './queries.ts'

/** The member or the API key that made a call, by name; undefined: it is not known, or the role may not read it. */
export function useActorName(actorId: string): string | undefined {
  const queries = handlingQueries(useApi())
  const isMember = actorId.startsWith('usr_')
  const mayReadKeys = useCan('api_keys:read')
  const { members } = useMembers(isMember)
  const keys = useQuery({ ...queries.keys(), enabled: !isMember && mayReadKeys })
  if (isMember) {
    const member = members?.find(({ user_id }) => user_id === actorId)
    return member && (member.name || member.email)
  }
  return keys.data?.find(({ key_id }) => key_id === actorId)?.name
}

/** The team, and the name of each of its members; one who cannot sign in any more has left. Read only if `isNeeded`. */
export function useMembers(isNeeded = true) {
  const { t } = useLingui()
  const mayRead = useCan('team:read')
  const { data: members } = useQuery({ ...handlingQueries(useApi()).members(), enabled: isNeeded && mayRead })
  const toName = (userId: string): string => {
    const member = members?.find(({ user_id }) => user_id === userId)
    if (member === undefined) return members ? t`A former member` : '…'
    const name = member.name || member.email
    return member.active ? name : t`${name} (left)`
  }
  return { members, toName }
}
