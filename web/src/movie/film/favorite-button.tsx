/** The heart of a film: one of the user's favourites. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { ActionKey } from '../../ui/action-key.tsx'
import { toast } from '../../ui/toast.tsx'
import { setFavorite } from './watch-data.ts'
import { movieText } from '../text.ts'

export function FavoriteButton({ device, film }: { device: Device; film: FilmDetail }) {
  const words = useText(movieText)
  const client = useQueryClient()
  const saving = useMutation(setFavorite(client, device, film.id))
  return (
    <ActionKey
      icon={<Heart size={24} strokeWidth={1.75} fill={film.is_favorite ? 'currentColor' : 'none'} />}
      caption={words.favorite}
      isOn={film.is_favorite}
      onClick={() => saving.mutate(!film.is_favorite, { onError: () => toast(words.favoriteFailed) })}
    />
  )
}
