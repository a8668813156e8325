ALTER TABLE "operations" ADD COLUMN "material_ready_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "material_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "operations_material" ON "operations" USING btree ("tenant_id","material_ready_date") WHERE "operations"."material_ready_date" is not null;