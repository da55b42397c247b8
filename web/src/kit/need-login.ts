/** What only the signed-in may do (spec 6): a guest is asked to sign in, by the same door as a call that is refused. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { useMutation } from '@tanstack/react-query'
import { Failure } from './failure.ts'
import { useSession } from './session.ts'

/** Runs what it is given, or asks. */
export function useNeedLogin(): (go: () => void) => void {
  const { token } = useSession()
  const refused = useMutation({ mutationFn: () => Promise.reject(new Failure('session', { code: Code.noToken })) })
  return (go) => (token === '' ? refused.mutate() : go())
}
