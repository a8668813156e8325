/** Leaves the page of a one-time link for the sign-in card. */
export const BackToSignIn = ({ onLeave }: { onLeave: () => void }) => (
  <p className="mt-6 border-line border-t pt-4 text-center text-ink-3">
    <button type="button" className="rounded-inner text-primary-text hover:underline" onClick={onLeave}>
      Back to sign in
    </button>
  </p>
)
