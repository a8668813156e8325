ALTER TABLE "scheduling_runs" ADD COLUMN "end_search_requested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduling_runs" ADD COLUMN "effort" text DEFAULT 'quick' NOT NULL;