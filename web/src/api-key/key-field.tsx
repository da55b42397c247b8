/** The field for a key: what is pasted is tried at once, what is typed by Enter or the button. */
import { apiKeyMaxLength, isApiKey, type KeyService } from '@homeport/contract/api-key.ts'
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, LoaderCircle, X } from 'lucide-react'
import { useId, useState, type ClipboardEvent } from 'react'
import { isFailure } from '../kit/failure.ts'
import { useText } from '../kit/lang.ts'
import { canReadClipboard, readClipboard } from '../kit/browser-features.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { WarnIcon } from '../ui/icon.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { isOfKey, setKey } from './api-key-data.ts'
import styles from './api-key.module.css'
import { apiKeyText } from './text.ts'

type Props = { device: Device; service: KeyService; isOn: boolean; changed: () => void }

export function KeyField({ device, service, isOn, changed }: Props) {
  const words = useText(apiKeyText)
  const { name, site, link } = words.services[service]
  const id = useId()
  const [draft, setDraft] = useState('')
  const [wrong, setWrong] = useState('')
  const setting = useMutation(setKey(useQueryClient(), device, service))
  const isTrying = setting.isPending

  function tryKey(text: string) {
    const key = text.trim()
    setDraft(key)
    setWrong('')
    if (key === '' || isTrying || !isOn) return
    if (!isApiKey(service, key)) return setWrong(words.wrongShape(name))
    setting.mutate(key, {
      onSuccess: changed,
      onError: (error) =>
        isFailure(error) &&
        isOfKey(error) &&
        setWrong(error.invalid?.rule === 'api_key_refused' ? words.unknown(name) : words.wrongShape(name)),
    })
  }
  async function paste() {
    const text = (await readClipboard()).trim()
    if (text === '') toast(words.nothingPasted)
    else tryKey(text)
  }
  function takePasted(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    if (text.trim() === '') return
    event.preventDefault()
    tryKey(text)
  }
  const clear = () => {
    setDraft('')
    setWrong('')
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        tryKey(draft)
      }}
    >
      <label className={textStyles.visuallyHidden} htmlFor={id}>
        {words.label(name)}
      </label>
      <div className={classes(styles.field, wrong !== '' && styles.invalid)}>
        <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
        <input
          id={id}
          value={draft}
          placeholder={words.placeholder}
          maxLength={apiKeyMaxLength}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          readOnly={isTrying}
          disabled={!isOn}
          aria-invalid={wrong === '' ? undefined : true}
          aria-describedby={`${id}-message`}
          onPaste={takePasted}
          onChange={({ target }) => {
            setDraft(target.value)
            setWrong('')
          }}
        />
        {draft === '' && canReadClipboard() && (
          <Button isSmall disabled={!isOn} onClick={() => void paste()}>
            {words.paste}
          </Button>
        )}
        {draft !== '' && !isTrying && wrong === '' && (
          <Button isSmall type="submit">
            {words.tryIt}
          </Button>
        )}
        {draft !== '' && wrong !== '' && (
          <IconButton label={words.clear} onClick={clear}>
            <X size={24} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      <div id={`${id}-message`}>
        {wrong !== '' ? (
          <p className={classes(styles.message, styles.amber)} role="alert">
            <WarnIcon size={18} />
            <span>{wrong}</span>
          </p>
        ) : isTrying ? (
          <p className={styles.message} role="status">
            <LoaderCircle className={styles.turning} size={18} strokeWidth={1.75} aria-hidden="true" />
            <span>{words.trying}</span>
          </p>
        ) : (
          <p className={styles.message}>
            <a href={site} target="_blank" rel="noopener noreferrer">
              {link}
            </a>
          </p>
        )}
      </div>
    </form>
  )
}
