ALTER TABLE "operations" ADD COLUMN "alternatives" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "category_fixed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "placements" ADD COLUMN "category_id" uuid;--> statement-breakpoint
ALTER TABLE "placements" ADD COLUMN "made_category_id" uuid;--> statement-breakpoint
CREATE INDEX "placements_category" ON "placements" USING btree ("tenant_id","plan_id") WHERE "placements"."category_id" is not null;