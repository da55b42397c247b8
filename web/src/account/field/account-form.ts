/** The flow of an account form: the fields and their checks, one call, its refusals at the fields concerned. */
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { forgetTyped, keepForm, typedOr } from '../../kit/keep/unsent-forms.ts'
import { refusalOf, useSay } from './refusals.ts'

/** The props of an input. */
export type FieldProps = UseFormRegisterReturn & { error: string | undefined }

export type AccountForm<V extends FieldValues> = {
  form: UseFormReturn<V>
  isBusy: boolean
  submit: (event: FormEvent) => void
  field: (name: Path<V>) => FieldProps
  /** Checks one field, and focuses it if it is wrong. */
  check: (name: Path<V>) => () => Promise<boolean>
  /** Shows a refusal at the field that the server names. */
  refuse: (failure: Error) => void
  /** The same for the call that sends a code; without a named field it is shown at `name`. */
  refuseAt: (name: Path<V>) => (failure: Error) => void
}

type Given<V extends FieldValues, Input, Output> = {
  resolver: Resolver<V>
  defaultValues: DefaultValues<V>
  mutation: UseMutationOptions<Output, Error, Input>
  inputOf: (typed: V) => Input
  onSuccess: (output: Output) => void
  /** The fields that the server may name; where it names none of them, `otherwise` shows the refusal. */
  fields: readonly Path<V>[]
  /** The fields that outlast a reload, as when somebody looks for the code in another app, and their key: never a password, a code or a tick. */
  draft?: { key: string; fields: readonly (keyof V & string)[] }
  otherwise: Path<V> | ((failure: Error) => Path<V>)
  /** The form's texts per code, before the server's. */
  own?: Partial<Record<number, string>>
  /** Moves the focus to a refused field. */
  focusesRefused?: boolean
  onRefused?: (field: Path<V>) => void
  /** Asked before the call; false keeps the form as it is. */
  confirm?: () => Promise<boolean>
}

export function useAccountForm<V extends FieldValues, Input, Output>(given: Given<V, Input, Output>): AccountForm<V> {
  const { mutation, inputOf, onSuccess, fields, otherwise, own, focusesRefused = false, onRefused, confirm } = given
  const announce = useSay()
  const saving = useMutation(mutation)
  const { draft } = given
  const [blank] = useState<object>(given.defaultValues)
  const form = useForm<V>({
    resolver: given.resolver,
    defaultValues: { ...given.defaultValues, ...(draft && typedOr<Partial<V>>(draft.key, {})) },
  })
  const { errors } = form.formState

  function show(failure: Error, at: { otherwise: Path<V>; shouldFocus: boolean }): void {
    const refused = refusalOf(failure, { fields, otherwise: at.otherwise, own })
    if (!refused) return
    onRefused?.(refused.field)
    form.setError(refused.field, { message: refused.message }, { shouldFocus: at.shouldFocus })
  }

  const isShownHere = (failure: Error) => mutation.meta?.takes?.(failure) ?? false

  const refuse = (failure: Error) =>
    show(failure, {
      otherwise: typeof otherwise === 'function' ? otherwise(failure) : otherwise,
      shouldFocus: focusesRefused,
    })

  const draftKey = draft?.key ?? ''
  const draftFields = draft?.fields.join(' ') ?? ''
  const { subscribe } = form
  useEffect(() => {
    if (draftKey === '') return undefined
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const fields = draftFields.split(' ')
        const filled = Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)))
        // A form that is as it was given holds up no new build of the app.
        if (Object.entries(filled).every(([name, value]) => value === Reflect.get(blank, name))) forgetTyped(draftKey)
        else keepForm(draftKey, filled)
      },
    })
  }, [subscribe, draftKey, draftFields, blank])

  function succeed(output: Output): void {
    forgetTyped(draftKey)
    onSuccess(output)
  }

  async function send(typed: V): Promise<void> {
    if (confirm && !(await confirm())) return
    saving.mutate(inputOf(typed), { onSuccess: succeed, onError: (failure) => isShownHere(failure) && refuse(failure) })
  }

  return {
    form,
    isBusy: saving.isPending,
    submit: (event) => void form.handleSubmit(send)(event),
    field(name) {
      const message = errors[name]?.message
      return { ...form.register(name), error: announce(typeof message === 'string' ? message : undefined) }
    },
    check: (name) => () => form.trigger(name, { shouldFocus: true }),
    refuse,
    refuseAt: (name) => (failure) => show(failure, { otherwise: name, shouldFocus: false }),
  }
}
