import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { useApi } from '../session/workspace.ts'
import { Input } from '../ui/input.tsx'
import { handlingQueries } from './queries.ts'

/** A field for tags with commas between them. It offers those in use. */
export function TagInput({ without = [], ...rest }: ComponentProps<'input'> & { without?: readonly string[] }) {
  const listId = useId()
  const { data: tags = [] } = useQuery(handlingQueries(useApi()).tags())
  return (
    <>
      <Input {...rest} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {tags
          .filter((tag) => !without.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </>
  )
}
