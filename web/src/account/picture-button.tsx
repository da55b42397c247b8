/** One's own picture, large, as the button that changes it: choose, cut to a circle, save; or remove. */
import { avatarMaxBytes, type Profile } from '@homeport/contract/account.ts'
import { wordsOf } from '@homeport/contract/shape/rule.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera, ImagePlus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { isFailure } from '../kit/failure.ts'
import { useLang, useText } from '../kit/lang.ts'
import { shownPicture } from '../kit/shown-picture.ts'
import { commonText } from '../kit/text.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { savePicture } from './profile-data.ts'
import { profileText } from './profile-text.ts'
import './profile.css'

const Crop = lazy(() => import('./crop.tsx').then((module) => ({ default: module.Crop })))

/** What a browser may be asked to open; the cut that is sent is far smaller than avatarMaxBytes. */
const openMaxBytes = avatarMaxBytes * 8

export function PictureButton({ user }: { user: Profile }) {
  const words = useText(profileText)
  const common = useText(commonText)
  const lang = useLang()
  const saving = useMutation(savePicture(useQueryClient()))
  const [isOpen, setOpen] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function close() {
    setOpen(false)
    setFile(null)
    setWrong('')
  }
  function chosen(given: File | undefined) {
    if (!given) return
    const rule = !/^image\/(?!svg)/.test(given.type) ? 'image' : given.size > openMaxBytes ? 'images_size' : ''
    setWrong(rule)
    setFile(rule === '' ? given : null)
  }
  async function save(picture: Blob | null) {
    try {
      await saving.mutateAsync(picture)
      close()
      toast(picture ? words.pictureSaved : words.pictureRemoved)
    } catch (failure) {
      if (!isFailure(failure, 'field')) return
      setFile(null)
      setWrong(failure.invalid?.rule ?? 'image')
    }
  }

  return (
    <>
      <button type="button" className="me-picture" aria-label={words.changePicture} onClick={() => setOpen(true)}>
        <Avatar name={user.nickname || user.username} src={shownPicture(user.avatar)} />
        <span className="badge">
          <Camera size={18} strokeWidth={1.75} />
        </span>
      </button>
      <Sheet isOpen={isOpen} close={close} title={file ? words.crop : words.picture} closeLabel={common.close}>
        {file ? (
          <Suspense fallback={<span className="sk late" style={{ height: 320, borderRadius: 14 }} />}>
            <Crop
              file={file}
              isBusy={saving.isPending}
              use={(picture) => void save(picture)}
              failed={() => {
                setFile(null)
                setWrong('image')
              }}
            />
          </Suspense>
        ) : (
          <div className="picture-ways">
            {wrong !== '' && <FieldError>{wordsOf(wrong, lang)}</FieldError>}
            <Button look="main" isWide icon={<ImagePlus size={20} strokeWidth={1.75} />} onClick={() => input.current?.click()}>
              {words.choosePicture}
            </Button>
            {user.avatar !== '' && (
              <Button
                look="line"
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
          accept="image/*"
          hidden
          aria-label={words.choosePicture}
          onChange={(event) => {
            chosen(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Sheet>
    </>
  )
}
