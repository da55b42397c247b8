/** Binding a box by its pairing code: typed, or filled in from the QR link. */
import { bindDevice } from '@homeport/contract/device.ts'
import { codeLength, normalCode } from '@homeport/contract/kit/connection.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isFailure } from '../../kit/failure.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { bind, bindWord, bindWords } from './bind-data.ts'
import styles from '../device.module.css'
import { boxesNearby } from './nearby-data.ts'
import { NearbyList } from './nearby-list.tsx'
import { pairing } from './pairing.ts'
import { ScanButton } from './scan-button.tsx'
import { deviceText } from '../text.ts'

export function BindForm({ done }: { done?: () => void }) {
  const words = useText(deviceText)
  const lang = useLang()
  const scannedPairing = useObservable(pairing)
  const binding = useMutation(bind(useQueryClient()))
  const form = useForm<{ devsn: string; code: string }>({
    resolver: standardSchemaResolver(bindDevice.input),
    values: { devsn: scannedPairing?.devsn ?? '', code: scannedPairing?.code ?? '' },
  })
  const { data: nearby = [] } = useQuery(boxesNearby())
  const [chosenSn, setChosenSn] = useState('')
  const chosen = scannedPairing ? undefined : nearby.find(({ showsn }) => showsn === chosenSn)
  const error = form.formState.errors.code?.message ?? form.formState.errors.devsn?.message

  async function submit(typed: { devsn: string; code: string }) {
    try {
      // the promise, not a callback of mutate: binding unmounts this form, and its callbacks with it
      const scanned = scannedPairing?.code === typed.code ? scannedPairing.scanned : undefined
      const device = await binding.mutateAsync(scanned === undefined ? typed : { ...typed, scanned })
      pairing.set(null)
      toast(words.bound(device.name || device.showsn))
      done?.()
    } catch (failure) {
      sayRefused(failure)
    }
  }

  /** The eighth character sends the code; what is typed over a refused one is sent when it is whole again. */
  function whenWhole(event: { target: { value: string } }) {
    if (normalCode(event.target.value).length === codeLength && !binding.isPending) void form.handleSubmit(submit)()
  }

  function sayRefused(failure: unknown) {
    if (isFailure(failure, 'field')) form.setError('code', { message: failure.invalid?.rule ?? 'code' })
    else if (isFailure(failure, 'code')) form.setError('code', { message: bindWord(failure.code) })
  }

  const refused = bindWords.find((word) => word === error)
  const errorWord = refused ? words[refused] : error && wordsOf(error, lang)
  return (
    <form className={styles.bindForm} noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Field
        label={words.code}
        isCode
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={codeLength + 4}
        placeholder={words.codePlaceholder}
        error={errorWord}
        hint={scannedPairing ? words.codeFound : chosen ? words.codeOf(chosen.name) : words.noCode}
        {...form.register('code', { onChange: whenWhole })}
      />
      <Button variant="main" type="submit" isWide isBusy={binding.isPending}>
        {words.bind}
      </Button>
      <ScanButton onFound={(scanned) => pairing.set(scanned)} />
      <NearbyList
        boxes={scannedPairing ? [] : nearby}
        chosen={chosen}
        onSelect={({ showsn }) => {
          setChosenSn(showsn)
          form.setFocus('code')
        }}
      />
    </form>
  )
}
