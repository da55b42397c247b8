/** Calls that the box answers itself while the cloud is away and the direct socket is open: the lists and settings that the cloud would give from its mirror. */
import type { Call, In, Needs, Out, Shape } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import { isDirect } from '../lan-open.ts'

// NOTE: only answerInHouse() below writes here, so an entry fits the call of its path.
const answers = new Map<string, (input: never) => Promise<unknown>>()

/** Answers the call by acts to the box; returns how to stop. input: with the contract's defaults. */
export function answerInHouse<I extends Shape, O extends Shape, N extends Needs>(
  { path }: Call<I, O, N>,
  answer: (input: Out<I>) => Promise<In<O>>,
): () => void {
  answers.set(path, answer)
  return () => answers.delete(path)
}

/** null where the cloud is to be asked. */
export function inHouse<I extends Shape, O extends Shape, N extends Needs>(
  call: Call<I, O, N>,
  input: In<I>,
): Promise<Out<O>> | null {
  const answer = answers.get(call.path)
  if (!answer || !isDirect.get()) return null
  return answer(z.parse(call.input, input) as never).then((output) => z.parse(call.output, output))
}
