ALTER TABLE "categories" ADD COLUMN "changeovers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "setup_hours" double precision;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "hours_per_piece" double precision;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "quantity" double precision;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "setup_family" text DEFAULT '' NOT NULL;