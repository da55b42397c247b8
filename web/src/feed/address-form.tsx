/** The address of a feed: it is read before anything is saved. */
import { feedAddressMaxLength, isFeedAddress } from '@homeport/contract/feed/feed.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Typed } from '../kit/keep/unsent-forms.ts'
import { useText } from '../kit/lang.ts'
import { canReadClipboard, readClipboard } from '../kit/browser-features.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { toast } from '../ui/toast.tsx'
import { look } from './feed-data.ts'
import { feedText } from './text.ts'

/** draft: what is typed. title: the feed's own. */
type Props = { isOn: boolean; draft: Typed<string>; onRead: (feed: { address: string; title: string }) => void }

export function AddressForm({ isOn, draft, onRead }: Props) {
  const words = useText(feedText)
  const [wrong, setWrong] = useState('')
  const looking = useMutation(look())

  function submit(text: string) {
    const address = text.trim()
    if (!isFeedAddress(address)) return setWrong(words.addressBad)
    looking.mutate(address, {
      onSuccess: ({ fault, title }) => (fault === '' ? onRead({ address, title }) : setWrong(words.faults[fault])),
    })
  }
  async function paste() {
    const text = (await readClipboard()).trim()
    if (text === '') return toast(words.nothingPasted)
    draft.change(() => text)
    setWrong('')
    submit(text)
  }
  return (
    <Form submit={() => submit(draft.value)} label={words.look} isBusy={looking.isPending}>
      <Field
        label={words.address}
        hint={words.addressHint}
        value={draft.value}
        type="url"
        inputMode="url"
        maxLength={feedAddressMaxLength}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        disabled={!isOn}
        readOnly={looking.isPending}
        error={wrong === '' ? undefined : wrong}
        end={
          draft.value === '' && canReadClipboard() ? (
            <Button isSmall disabled={!isOn} onClick={() => void paste()}>
              {words.paste}
            </Button>
          ) : undefined
        }
        onChange={({ target }) => {
          draft.change(() => target.value)
          setWrong('')
        }}
      />
    </Form>
  )
}
