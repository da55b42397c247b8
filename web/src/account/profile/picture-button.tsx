/** The user's avatar as a button that changes it: choose, crop to a circle, save; or remove. */
import { avatarMaxBytes, type Profile } from '@homeport/contract/account.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera, ImagePlus, Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../kit/lazy-part.ts'
import { isFailure } from '../../kit/failure.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { savePicture } from './profile-data.ts'
import { profileText } from './profile-text.ts'
import styles from './profile.module.css'

const Crop = lazyPart(async () => (await import('./crop.tsx')).Crop)

/** Size limit of the file to open; the cropped picture is far smaller than avatarMaxBytes. */
const openMaxBytes = avatarMaxBytes * 8

type Chosen = { file: File; url: string }

export function PictureButton({ user }: { user: Profile }) {
  const words = useText(profileText)
  const common = useText(commonText)
  const lang = useLang()
  const saving = useMutation(savePicture(useQueryClient()))
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [wrong, setWrong] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function show(next: Chosen | null, rule = '') {
    if (chosen) URL.revokeObjectURL(chosen.url)
    setChosen(next)
    setWrong(rule)
  }
  function close() {
    setOpen(false)
    show(null)
  }
  function choose(file: File | undefined) {
    if (!file) return
    const rule = !/^image\/(?!svg)/.test(file.type) ? 'image' : file.size > openMaxBytes ? 'images_size' : ''
    show(rule === '' ? { file, url: URL.createObjectURL(file) } : null, rule)
  }
  async function save(picture: Blob | null) {
    try {
      await saving.mutateAsync(picture)
      close()
      toast(picture ? words.pictureSaved : words.pictureRemoved)
    } catch (failure) {
      if (isFailure(failure, 'field')) show(null, failure.invalid?.rule ?? 'image')
    }
  }

  return (
    <>
      <button type="button" className={styles.picture} aria-label={words.changePicture} onClick={() => setOpen(true)}>
        <Avatar name={user.nickname || user.username} src={pictureUrl(user.avatar)} />
        <span className={styles.badge}>
          <Camera size={18} strokeWidth={1.75} />
        </span>
      </button>
      <Sheet isOpen={isOpen} onClose={close} title={chosen ? words.crop : words.picture} closeLabel={common.close}>
        {chosen ? (
          <Suspense fallback={<Skeleton height={320} radius={14} isLate />}>
            <Crop
              file={chosen.file}
              url={chosen.url}
              isBusy={saving.isPending}
              use={(picture) => void save(picture)}
              failed={() => show(null, 'image')}
            />
          </Suspense>
        ) : (
          <div className={styles.ways}>
            {wrong !== '' && <FieldError>{wordsOf(wrong, lang)}</FieldError>}
            <Button
              variant="main"
              isWide
              icon={<ImagePlus size={20} strokeWidth={1.75} />}
              onClick={() => input.current?.click()}
            >
              {words.choosePicture}
            </Button>
            {user.avatar !== '' && (
              <Button
                variant="line"
                isWide
                isDanger
                isBusy={saving.isPending}
                icon={<Trash2 size={20} strokeWidth={1.75} />}
                onClick={() => void save(null)}
              >
                {words.removePicture}
              </Button>
            )}
          </div>
        )}
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          hidden
          aria-label={words.choosePicture}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Sheet>
    </>
  )
}
