/** JSON that a text column holds, as the type that its schema says. */
import * as z from 'zod/mini'

/** Fails where the row holds something else: a fault of ours, never what a person sent. */
export function parseJsonColumn<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> {
  return z.parse(schema, JSON.parse(text))
}
