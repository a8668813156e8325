ALTER TABLE "categories" ADD COLUMN "kind" text DEFAULT 'inside' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "supplier" text DEFAULT '' NOT NULL;