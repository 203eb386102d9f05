import { stageName, type Tone } from '../../data/inquiries.ts';

/** A stage by its name, with a dot of its tone. */
export function StageChip({
  stage,
}: {
  readonly stage: { readonly id: string; readonly name: string; readonly tone: Tone };
}) {
  return <span class={`chip ${stage.tone}`}>{stageName(stage)}</span>;
}
