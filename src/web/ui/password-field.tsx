import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A password field, hidden until the user shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          className="flex size-7 items-center justify-center rounded-inner text-ink-2 hover:bg-hover"
          onClick={() => setShown(!shown)}
        >
          <Icon />
        </button>
      }
    />
  )
}
