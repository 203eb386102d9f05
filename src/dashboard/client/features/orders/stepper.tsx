interface StepperProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** Which of them it stands at, from 0. */
  readonly at: number;
}

/** The way of a thing through its states, with the present one told apart by more than its colour. */
export const Stepper = ({ label, steps, at }: StepperProps) => (
  <ol class="order-steps" aria-label={label}>
    {steps.map((step, number) => (
      <li key={step} class={number < at ? 'order-past' : ''} aria-current={number === at ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
);
